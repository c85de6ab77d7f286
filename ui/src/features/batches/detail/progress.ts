import type { StateCounts } from "../../../host/contract";

/** How far a batch is, counted in what is to be done: rows that are skipped do not count. */
export function progressOf({ waiting, running, done, failed, unknown, cancelled }: StateCounts) {
  const ended = done + failed + cancelled;
  const all = ended + waiting + running + unknown;
  return { ended, left: all - ended, all, share: all === 0 ? 1 : ended / all };
}
