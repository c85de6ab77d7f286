import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../../components";
import type { ReportRow } from "../../../host/contract";
import { hasReasons, ReasonsText } from "../../../shared/checks/ReasonsText";
import { useHistory } from "../history/use-history";
import { usePanelSearch } from "../panel/use-panel-search";
import { Notice } from "./Notice";
import { recheckSummary } from "./outcome-labels";

/** The outcome of a proven recheck, with the checks that it changed. */
export function Rechecked({ before, row, onClose }: { before: ReportRow; row: ReportRow; onClose: () => void }) {
  const { i18n } = useLingui();
  const { search, showHistory } = usePanelSearch();
  const { data } = useHistory(row.id);
  const newest = data?.snapshots[0];
  const reasons = data?.reasons.find(({ after }) => after === newest?.number);
  // The library may not have the new checks yet.
  const isOfThis = newest !== undefined && newest.row.generated_at === row.generated_at;
  const { title, description } = recheckSummary(i18n, before, row);
  return (
    <Notice
      role="status"
      actions={
        isOfThis &&
        reasons &&
        // The history has a button of its own.
        search.part !== "history" && (
          <Button onPress={() => showHistory({ before: reasons.before, after: reasons.after })}>
            <Trans>Compare</Trans>
          </Button>
        )
      }
      onClose={onClose}
    >
      <p>
        <b>{title}.</b> {description}
      </p>
      {isOfThis && reasons && hasReasons(reasons) && <ReasonsText reasons={reasons} />}
    </Notice>
  );
}
