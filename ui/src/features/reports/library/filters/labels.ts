import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Change, Duplicates, Importance, Privacy, Verdict } from "../../../../host/contract";
import { useMomentText } from "../../../../shared/moments/use-since-options";
import type { ReportFilters } from "../../../../shared/navigation/routes";

export type LibraryLabels = {
  verdict: Record<Verdict, string>;
  privacy: Record<Privacy, string>;
  change: Record<Change, string>;
  importance: Record<Importance, string>;
  duplicates: Record<Duplicates, string>;
  /** Describes a change and its period. */
  changedSince: (change: Change, since: NonNullable<ReportFilters["since"]>) => string;
};

export function useLibraryLabels(): LibraryLabels {
  const { t } = useLingui();
  const momentText = useMomentText();
  const change: LibraryLabels["change"] = { better: t`Better`, worse: t`Worse`, new: t`New`, gone: t`Removed` };
  return {
    change,
    verdict: { good: t`Good`, decent: t`Decent`, bad: t`Bad` },
    privacy: { public: t`Public`, private: t`Private`, password: t`Password` },
    importance: { high: t`High`, medium: t`Medium`, low: t`Low` },
    duplicates: { every: t`Duplicate reports`, older: t`Older duplicates` },
    changedSince: (kind, since) => {
      const word = change[kind];
      if (since === "last_time") return t`${word} since last session`;
      if (since === "last_sync") return t`${word} since the last sync`;
      if (typeof since === "string") {
        const moment = momentText(since);
        return t`${word} since ${moment}`;
      }
      return t`${word} in the last ${plural(since, { one: "# day", other: "# days" })}`;
    },
  };
}
