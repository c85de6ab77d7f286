import { useLingui } from "@lingui/react/macro";
import type { ReportSort } from "../../host/contract";

/** What the ways to sort reports are called (`interface.md` §4.1). */
export function useSortLabels(): Record<ReportSort, string> {
  const { t } = useLingui();
  return { id: t`Date created`, generated_at: t`Date generated`, url: t`Address`, result: t`Verdict` };
}
