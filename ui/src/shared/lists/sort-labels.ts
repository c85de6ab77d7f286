import { useLingui } from "@lingui/react/macro";
import type { ReportListSort } from "../navigation/routes";

export function useSortLabels(): Record<ReportListSort, string> {
  const { t } = useLingui();
  return {
    id: t`Date created`,
    generated_at: t`Date generated`,
    url: t`Address`,
    result: t`Verdict`,
    changed: t`Last change`,
    score: t`Score`,
    project: t`Project`,
  };
}
