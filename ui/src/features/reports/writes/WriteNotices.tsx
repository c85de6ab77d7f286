import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useLayoutEffect } from "react";
import { Button, useIntoView } from "../../../components";
import { useIsFirst } from "../../../components/layout/Banner";
import type { ReportRow } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { UndoControls } from "../../../shared/unsaved/deletions";
import type { Unapplied } from "../actions/unapplied";
import type { WriteNotice } from "../context";
import { Notice, type NoticeProps } from "./Notice";
import { unappliedLabels } from "./outcome-labels";

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
  const { unsettled, unapplied, proven } = notice;
  // Offers, such as that of a first sync, wait.
  useIsFirst("write");
  const reload = (variant: "secondary" | "quiet") => (
    <Button variant={variant} onPress={onRead} isPending={isReading}>
      <Trans>Reload report</Trans>
    </Button>
  );
  return (
    <>
      {proven && (
        <Notice role="status" onClose={onClose}>
          <p>{PROVEN[proven]}</p>
        </Notice>
      )}
      {unapplied && (
        <UnappliedNotice
          unapplied={unapplied}
          row={row}
          actions={
            <>
              <Button onPress={() => onRetry(unapplied)}>
                <RetryLabel unapplied={unapplied} />
              </Button>
              {reload("quiet")}
            </>
          }
          onClose={onClose}
        />
      )}
      {unsettled && (
        <Notice role="alert" actions={reload("secondary")}>
          <p>
            <b>
              <Trans>Saved, but couldn’t reload.</Trans>
            </b>{" "}
            <Trans>The service answered OK. What it shows now isn’t known yet.</Trans>
          </p>
        </Notice>
      )}
    </>
  );
}

type UnappliedProps = Pick<NoticeProps, "actions" | "onClose"> & { unapplied: Unapplied; row: ReportRow };

/** The parts that weren't applied. */
export function UnappliedNotice({ unapplied, row, ...notice }: UnappliedProps) {
  const { i18n } = useLingui();
  const { title, next } = unappliedLabels(i18n, unapplied, row);
  return (
    <Notice role="alert" icon={CircleAlert} {...notice}>
      <p>
        <b>{title}.</b> {next}
      </p>
    </Notice>
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
  // Before the browser drops the focus of a button that is now unavailable.
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (at?.matches(":disabled")) at.closest("aside")?.querySelector("h2")?.focus();
  }, []);
  const place = useIntoView(id);
  return (
    <div ref={place}>
      <Notice role="status" actions={<UndoControls connection={connection} id={id} />}>
        <p>{text}</p>
      </Notice>
    </div>
  );
}

const PROVEN = {
  created: <Trans>The response was lost, but the report was created.</Trans>,
  changed: <Trans>The response was lost, but the change was saved.</Trans>,
  refreshed: <Trans>The response was lost, but the recheck finished.</Trans>,
};
