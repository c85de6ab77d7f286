import type { Batch, RowAction, StateCounts } from "../../../host/contract";

/** Progress by rows to process, without skipped ones; those being confirmed are sent, but not yet done. */
export function progressOf({ waiting, running, confirming, done, failed, unknown, canceled }: StateCounts) {
  const ended = done + failed + canceled;
  const left = waiting + running + unknown;
  const all = ended + confirming + left;
  return { ended, left, all, share: all === 0 ? 1 : ended / all };
}

/** The different things that a batch's rows do, without skipping. */
export function actsOf({ acts: { skip: _, ...sent } }: Pick<Batch, "acts">): Exclude<RowAction, "skip">[] {
  return (["create", "refresh", "privacy", "delete"] as const).filter((act) => sent[act] > 0);
}
