import { problemOf } from "../host";
import type { Problem, ProblemCode } from "../host/contract";

/** What became of several writes, by the id of what was written. */
export type Outcome = { done: string[]; failed: { id: string; problem: Problem }[]; untried: string[] };

// These are about one report. Everything else would meet the rest of them as well.
const PARTICULAR: readonly ProblemCode[] = ["not_found", "forbidden", "refused_input", "not_done"];

/**
 * Writes one after the other: nothing is idempotent and services throttle (`field-notes.md` 19, 29). Goes on after a
 * failure that concerns one report alone, and stops at any other and when `signal` says so. A write that was given up
 * before it was sent was not tried.
 */
export async function oneByOne(
  ids: readonly string[],
  write: (id: string) => Promise<unknown>,
  onProgress: (finished: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [], untried: [] };
  for (const [index, id] of ids.entries()) {
    if (signal.aborted) return { ...outcome, untried: ids.slice(index) };
    try {
      await write(id);
      outcome.done.push(id);
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code === "cancelled") return { ...outcome, untried: ids.slice(index) };
      outcome.failed.push({ id, problem });
      if (!PARTICULAR.includes(problem.code)) return { ...outcome, untried: ids.slice(index + 1) };
    }
    onProgress(index + 1);
  }
  return outcome;
}
