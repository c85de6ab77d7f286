import type { Calls, Problem } from "./contract";

/** The names of the calls to the core. */
export type CallName = keyof Calls;

/** The one way to the core: everything that the window does goes through it. */
export interface Host {
  /**
   * Makes one call to the core.
   *
   * Rejects with a {@link ProblemError}, whatever went wrong.
   */
  call<N extends CallName>(name: N, request: Calls[N]["request"]): Promise<Calls[N]["answer"]>;
}

/** A call that failed, with what the core said of it. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(readonly problem: Problem) {
    super(problem.detail ? `${problem.code}: ${problem.detail}` : problem.code);
  }
}

/** A problem of this kind with nothing more to say, changed by `more`. */
export function makeProblem(code: Problem["code"], more: Partial<Problem> = {}): Problem {
  return { code, said: null, fields: [], retry_after: null, status: null, detail: null, ...more };
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
