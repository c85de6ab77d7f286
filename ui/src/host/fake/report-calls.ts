import type { Calls, Connection } from "../contract";
import { makeProblem, ProblemError } from "../host";
import type { FakePasswords } from "./passwords";
import type { FakeService, ServiceCall } from "./service";

type Handlers = { [N in ServiceCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

type Around = {
  service: FakeService;
  passwords: FakePasswords;
  /** The connection; throws if it doesn't exist. */
  known: (id: string) => Connection;
};

/** Calls that the connection's service answers. */
export function reportHandlers({ service, passwords, known }: Around): Handlers {
  const ask = <N extends ServiceCall>(name: N, request: Calls[N]["request"]): Calls[N]["answer"] => {
    const { key, generation } = known(request.connection);
    if (key === "missing") throw new ProblemError(makeProblem("key_missing"));
    return service.handlers[name](request, generation);
  };
  return {
    reports_list: (request) => ask("reports_list", request),
    report_read: (request) => ask("report_read", request),
    report_create: (request) => {
      const written = ask("report_create", request);
      return { ...written, unkept: passwords.keepWritten(request.connection, written, request.report) };
    },
    report_find_created: (request) => ask("report_find_created", request),
    report_update: (request) => {
      const written = ask("report_update", request);
      const { password, privacy } = request.update;
      if (password != null || (privacy != null && privacy !== "password")) passwords.forget(request);
      return { ...written, unkept: passwords.keepWritten(request.connection, written, request.update) };
    },
    report_delete: (request) => {
      const deleted = ask("report_delete", request);
      passwords.forget(request);
      return deleted;
    },
    projects_list: (request) => ask("projects_list", request),
    project_delete: (request) => ask("project_delete", request),
  };
}
