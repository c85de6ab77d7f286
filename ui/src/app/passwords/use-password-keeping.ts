import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { PROBLEMS, toast } from "../../components";
import { problemOf, useHost } from "../../host";
import { keys } from "../queries";

/**
 * Brings what the keychain keeps in step with a report of a connection whose password or privacy the service has just
 * changed: keeps the new password, or forgets the one that was kept before where none is given. Never rejects; what
 * failed is said in a message.
 */
export function usePasswordKeeping(connection: string): (id: string, password: string | null) => Promise<void> {
  const { t, i18n } = useLingui();
  const host = useHost();
  const client = useQueryClient();
  return async (id, password) => {
    const report = { connection, id };
    try {
      if (password !== null) await host.call("password_keep", { ...report, password });
      else if (await host.call("password_known", report)) await host.call("password_forget", report);
    } catch (thrown) {
      toast({
        tone: "error",
        title: password === null ? t`The old password is still kept` : t`The password is set, but could not be kept`,
        description: i18n._(PROBLEMS[problemOf(thrown).code].title),
      });
    }
    await client.invalidateQueries({ queryKey: keys.passwordKnown(connection, id) });
  };
}
