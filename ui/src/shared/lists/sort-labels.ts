import { useLingui } from "@lingui/react/macro";
import type { Rating } from "../../host/contract";
import type { ReportListSort } from "../navigation/routes";

/** The names of sort keys; services that rate with words alone have no scores (`field-notes.md` 3). */
export function useSortLabels(rating: Rating | null | undefined): Record<ReportListSort, string> {
  const { t } = useLingui();
  return {
    id: t`Created`,
    generated_at: t`Last checked`,
    url: t`Page`,
    result: rating === "word" ? t`Verdict` : t`Score`,
    changed: t`Last change`,
    project: t`Project`,
  };
}
