import type { Calls, CoreEvent, Network, NetworkDraft, Problem, Step } from "./contract";

export type CallName = keyof Calls;

/** Calls that change nothing kept and may be repeated. */
export type ReadName = { [N in CallName]: Calls[N]["kind"] extends "read" ? N : never }[CallName];

/** Options of a call. */
export type CallOptions = {
  /** Cancels the call: a read, or a write that still waits, rejects with `canceled`; a sent write runs to its end. */
  signal?: AbortSignal | undefined;
  /** Yields to other calls when the rate limit is tight. */
  background?: boolean | undefined;
  /** Called with the progress of a long call, such as an export's rows; the total is null if unknown. */
  onProgress?: ((done: number, total: number | null) => void) | undefined;
  /** Called with each step of a connection test that ended well. */
  onStep?: ((step: Step) => void) | undefined;
};

/** The window's only way to the core. */
export interface Host {
  /** Rejects only with {@link ProblemError}. */
  call<N extends CallName>(name: N, request: Calls[N]["request"], options?: CallOptions): Promise<Calls[N]["answer"]>;

  /** Subscribes to the core's events, queued ones first; returns an unsubscribe function. */
  watch(listener: (event: CoreEvent) => void): () => void;
}

/** A failed call, with the core's problem. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(readonly problem: Problem) {
    super(problem.detail ? `${problem.code}: ${problem.detail}` : problem.code);
  }
}

/** The core's defaults. */
export const usualNetwork: Network = {
  proxy: { kind: "system" },
  certificates: null,
  connect_seconds: 10,
  read_seconds: 30,
  write_seconds: 90,
};

/** The same settings as a draft that keeps the certificates. */
export function asDraft({ certificates: _, ...network }: Network): NetworkDraft {
  return { ...network, certificates: { kind: "kept" } };
}

/** A problem of this kind without details, except those in `more`. */
export function makeProblem(code: Problem["code"], more: Partial<Problem> = {}): Problem {
  return { code, said: null, fields: [], retry_after: null, status: null, detail: null, tried_at: null, ...more };
}

/** Any thrown value as a problem; unexpected ones count as internal errors. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  if (isProblem(thrown)) return thrown;
  return makeProblem("internal", {
    detail: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown),
  });
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Partial<Problem>).code === "string" &&
    Array.isArray((value as Partial<Problem>).fields)
  );
}
