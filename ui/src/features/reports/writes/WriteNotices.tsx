import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../components";
import { useIsFirst } from "../../../components/layout/Banner";
import type { ReportRow } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { UndoControls } from "../../../shared/unsaved/deletions";
import type { Unapplied } from "../actions/unapplied";
import type { WriteNotice } from "../context";
import { unappliedLabels } from "./outcome-labels";
import styles from "./WriteNotices.module.css";

export type WriteNoticesProps = {
  notice: WriteNotice;
  /** The displayed report. */
  row: ReportRow;
  isReading: boolean;
  onRead: () => void;
  /** Sends the missing changes again. */
  onRetry: (unapplied: Unapplied) => void;
  /** Dismisses the notice. */
  onClose: () => void;
};

/** A report's notice after a write that needs attention. */
export function WriteNotices({ notice, row, isReading, onRead, onRetry, onClose }: WriteNoticesProps) {
  const { t } = useLingui();
  const { unsettled, unapplied, proven } = notice;
  // Offers, such as that of a first sync, wait.
  useIsFirst("write");
  const reload = (
    <Button onPress={onRead} isPending={isReading}>
      <Trans>Reload report</Trans>
    </Button>
  );
  const close = <Button variant="quiet" icon={X} aria-label={t`Close notice`} onPress={onClose} />;
  return (
    <>
      {proven && (
        <div className={styles.notice} data-tone="info" role="status">
          <span>{PROVEN[proven]}</span>
          {close}
        </div>
      )}
      {unapplied && (
        <UnappliedNotice unapplied={unapplied} row={row}>
          <Button onPress={() => onRetry(unapplied)}>
            <RetryLabel unapplied={unapplied} />
          </Button>
          {reload}
          {close}
        </UnappliedNotice>
      )}
      {unsettled && (
        <div className={styles.notice} role="alert">
          <span>
            <b>
              <Trans>Saved, but couldn’t reload.</Trans>
            </b>{" "}
            <Trans>The service answered OK. What it shows now isn’t known yet.</Trans>
          </span>
          {reload}
        </div>
      )}
    </>
  );
}

/** The parts that weren't applied, with actions. */
export function UnappliedNotice(props: { unapplied: Unapplied; row: ReportRow; children?: ReactNode }) {
  const { i18n } = useLingui();
  const { unapplied, row, children } = props;
  const { title, next } = unappliedLabels(i18n, unapplied, row);
  return (
    <div className={styles.unapplied} role="alert">
      <p>
        <b>{title}.</b> {next}
      </p>
      {children && <div className={styles.ways}>{children}</div>}
    </div>
  );
}

function RetryLabel({ unapplied: { isNew, asked } }: { unapplied: Unapplied }) {
  if (!isNew) return <Trans>Try again</Trans>;
  switch (asked.privacy) {
    case "public":
      return <Trans context="one report">Make public</Trans>;
    case "private":
      return <Trans context="one report">Make private</Trans>;
    default:
      return <Trans>Set password…</Trans>;
  }
}

/** A pending deletion, with undo. */
export function PendingDelete({ id, text }: { id: string; text: string }) {
  const { id: connection } = useConnection();
  return (
    <div className={styles.notice} data-tone="info" role="status">
      <span>{text}</span>
      <UndoControls connection={connection} id={id} />
    </div>
  );
}

const PROVEN = {
  created: <Trans>The response was lost, but the report was created.</Trans>,
  changed: <Trans>The response was lost, but the change was saved.</Trans>,
  refreshed: <Trans>The response was lost, but the recheck finished.</Trans>,
};
