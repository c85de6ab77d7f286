import { useLingui } from "@lingui/react/macro";
import type { ReportListSort } from "../navigation/routes";

export function useSortLabels(): Record<ReportListSort, string> {
  const { t } = useLingui();
  return {
    id: t`Created`,
    generated_at: t`Last checked`,
    url: t`Page`,
    result: t`Verdict`,
    changed: t`Last change`,
    score: t`Score`,
    project: t`Project`,
  };
}
