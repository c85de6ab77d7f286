import type { Calls, Problem, Report } from "../contract";
import { type CallName, makeProblem, ProblemError } from "../host";
import empty from "./recorded/empty.json?raw";
import library from "./recorded/library.json?raw";
import sources from "./recorded/sources.json?raw";

/** A call with what the core answered. */
export type RecordedCall<N extends CallName = CallName> = {
  [M in N]: { name: M; request: Calls[M]["request"]; answer?: Calls[M]["answer"]; problem?: Problem };
}[N];

/** The time of all recordings. */
export const recordedAt = "2026-01-31T12:00:00Z";

/** The connection of all recordings. */
export const CONNECTION = "c1";

let isExact = true;

/** Lets requests that were not recorded have the answer to another one, to look at screens. */
export function allowOtherRequests(): void {
  isExact = false;
}

/** The calls of a file, which `core/tests/recorded.rs` writes and compares with what the core answers now. */
export function readRecording(json: string): RecordedCall[] {
  const steps = JSON.parse(json) as Partial<RecordedCall>[];
  return steps.filter(({ name }) => name !== undefined) as RecordedCall[];
}

/** The core’s answers in one situation, regardless of the order of the calls. */
class Recording {
  readonly calls: readonly RecordedCall[];
  readonly #byRequest: Map<string, RecordedCall>;

  constructor(json: string) {
    this.calls = readRecording(json);
    this.#byRequest = new Map(this.calls.map((call) => [keyOf(call.name, call.request), call]));
  }

  has(name: CallName, request: unknown): boolean {
    return this.#byRequest.has(keyOf(name, request));
  }

  answer<N extends CallName>(name: N, request: Calls[N]["request"]): Calls[N]["answer"] {
    const similar = isExact ? undefined : this.calls.find((call) => call.name === name);
    const call = this.#byRequest.get(keyOf(name, request)) ?? similar;
    if (!call) throw notRecorded(name, request);
    return answerFor(call as RecordedCall<N>, connectionOf(request));
  }
}

/** The sample workspace, and a library without reports. */
export const sampleLibrary = new Recording(library);
export const emptyLibrary = new Recording(empty);

/** Previews of sources; a file's request has its content instead of its number. */
export const previews = new Recording(sources);

/** Reports of the sample workspace whose history is recorded. */
export function recordedReports(): Report[] {
  return sampleLibrary.calls.flatMap((call) =>
    call.name === "report_read" && call.answer ? structuredClone(call.answer) : [],
  );
}

/** The answer, as if it was about another connection; throws the recorded problem. */
export function answerFor<N extends CallName>(call: RecordedCall<N>, connection: string): Calls[N]["answer"] {
  if (call.problem) throw new ProblemError(call.problem);
  const text = JSON.stringify(call.answer);
  return JSON.parse(text.replaceAll(`"connection":"${CONNECTION}"`, `"connection":${JSON.stringify(connection)}`));
}

export function isAsked(call: RecordedCall, name: CallName, request: unknown): boolean {
  return isExact ? keyOf(call.name, call.request) === keyOf(name, request) : call.name === name;
}

export function notRecorded(name: CallName, request: unknown): ProblemError {
  const detail = `not recorded: ${JSON.stringify({ name, request })}`;
  console.error(detail);
  return new ProblemError(makeProblem("internal", { detail }));
}

function connectionOf(request: unknown): string {
  return (request as { connection?: string | null } | null)?.connection ?? CONNECTION;
}

/** A call as text, regardless of its connection, the order of its fields, and those that are null. */
function keyOf(name: CallName, request: unknown): string {
  const asked = connectionOf(request) === CONNECTION ? request : { ...(request as object), connection: CONNECTION };
  return JSON.stringify([name, asked], (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, part]) => part != null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  );
}
