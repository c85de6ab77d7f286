import type { Calls, CoreEvent, Network, Problem } from "./contract";

/** The names of the calls to the core. */
export type CallName = keyof Calls;

/** How a call is made, besides what it asks. */
export type CallOptions = {
  /**
   * Gives the call up. A read then rejects with `cancelled`; so does a write that still waits for its turn, while one
   * that was sent goes on to its end.
   */
  signal?: AbortSignal | undefined;
  /** It is one of many: others go first where the service allows only so many. */
  background?: boolean | undefined;
  /** Is told how far the call is, where that is known: an export its rows, of how many where that is known too. */
  onProgress?: ((done: number, total: number | null) => void) | undefined;
};

/** The one way to the core: everything that the window does goes through it. */
export interface Host {
  /**
   * Makes one call to the core.
   *
   * Rejects with a {@link ProblemError}, whatever went wrong.
   */
  call<N extends CallName>(name: N, request: Calls[N]["request"], options?: CallOptions): Promise<Calls[N]["answer"]>;

  /**
   * Tells what happens in the core without being asked for, from now on; what waits already is told first. Returns how
   * to stop listening.
   */
  watch(listener: (event: CoreEvent) => void): () => void;
}

/** A call that failed, with what the core said of it. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(readonly problem: Problem) {
    super(problem.detail ? `${problem.code}: ${problem.detail}` : problem.code);
  }
}

/** How a connection is reached unless something else is set: the core's own defaults. */
export const usualNetwork: Network = {
  proxy: { kind: "system" },
  ca_file: null,
  connect_seconds: 10,
  read_seconds: 30,
  write_seconds: 90,
};

/** A problem of this kind with nothing more to say, changed by `more`. */
export function makeProblem(code: Problem["code"], more: Partial<Problem> = {}): Problem {
  return { code, said: null, fields: [], retry_after: null, status: null, detail: null, tried_at: null, ...more };
}

/** What any thrown value says as a problem: what is none is a fault in Assay itself. */
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
