import type { Batch, RowAction, StateCounts } from "../../../host/contract";

/** Progress by rows to process: skipped ones don't count, and those being confirmed count as done. */
export function progressOf({ waiting, running, confirming, done, failed, unknown, canceled }: StateCounts) {
  const ended = done + failed + canceled + confirming;
  const all = ended + waiting + running + unknown;
  return { ended, left: all - ended, all, share: all === 0 ? 1 : ended / all };
}

/** The different things that a batch's rows do, without skipping. */
export function actsOf({ acts: { skip: _, ...sent } }: Pick<Batch, "acts">): Exclude<RowAction, "skip">[] {
  return (["create", "refresh", "privacy", "delete"] as const).filter((act) => sent[act] > 0);
}
