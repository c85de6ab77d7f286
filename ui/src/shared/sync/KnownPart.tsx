import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { SyncState } from "../../host/contract";
import { useSyncs } from "../data/sync";

/** Saved reports out of all, for one connection or all; hidden if complete. */
export function KnownPart({ connection }: { connection: string | null | undefined }): ReactNode {
  const syncs = useSyncs() ?? [];
  return <Part states={connection ? syncs.filter((state) => state.connection === connection) : syncs} />;
}

/** True if the library's report count differs from the service's, or may. */
export function isPart(state: SyncState | undefined): boolean {
  if (!state || state.completeness === "whole") return false;
  const { completeness, total, reports } = state;
  return total === null ? completeness !== "outdated" : total !== reports;
}

/** The same for known syncs. */
export function Part({ states }: { states: SyncState[] }): ReactNode {
  const { i18n } = useLingui();
  if (!states.some(isPart)) return null;
  const reports = states.reduce((sum, state) => sum + state.reports, 0);
  // Without every connection's total there is no sum.
  const total = states.reduce<number | null>(
    (sum, state) => (sum === null || state.total === null ? null : sum + state.total),
    0,
  );
  const known = i18n.number(reports);
  if (total === null) return <Trans>{known} saved</Trans>;
  const all = i18n.number(total);
  if (total < reports)
    return (
      <Trans>
        {known} saved, {all} on the service
      </Trans>
    );
  return (
    <Trans>
      {known} of {all} saved
    </Trans>
  );
}
