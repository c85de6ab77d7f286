import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "../../components";
import type { ReportRow } from "../../host/contract";
import styles from "./SelectionDialogs.module.css";

/** How many addresses are named before the rest is counted. */
const NAMED = 5;

export type SelectionDialogProps = {
  /** The reports that are meant: more than one for a delete. */
  rows: readonly ReportRow[];
  onClose: () => void;
  onConfirm: () => void;
};

/** Shows which reports go before they are deleted. */
export function DeleteReportsDialog({ rows, onClose, onConfirm }: SelectionDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={<Plural value={rows.length} one="Delete # report?" other="Delete # reports?" />}
      confirmLabel={t`Delete`}
      isOpen
      onClose={onClose}
      onConfirm={async () => onConfirm()}
    >
      <p>
        <Trans>
          For a few seconds this can still be undone. Then they are deleted from the service one by one, with all of
          their checks, and cannot be brought back.
        </Trans>
      </p>
      <Names rows={rows} />
    </ConfirmDialog>
  );
}

/** Shows which pages are checked again, and what that means. */
export function RefreshReportsDialog({ rows, onClose, onConfirm }: SelectionDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={<Plural value={rows.length} one="Refresh # report?" other="Refresh # reports?" />}
      confirmLabel={t`Refresh`}
      variant="primary"
      isOpen
      onClose={onClose}
      onConfirm={async () => onConfirm()}
    >
      <p>
        <Trans>
          The service checks each page again, one by one, which can take a while. The new checks replace those that are
          there.
        </Trans>
      </p>
      <Names rows={rows} />
    </ConfirmDialog>
  );
}

function Names({ rows }: { rows: readonly ReportRow[] }) {
  const more = rows.length - NAMED;
  return (
    <ul className={styles.names}>
      {rows.slice(0, NAMED).map(({ id, address }) => (
        <li key={id}>{address || id}</li>
      ))}
      {more > 0 && (
        <li className={styles.more}>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  );
}
