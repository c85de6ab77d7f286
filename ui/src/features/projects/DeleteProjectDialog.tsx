import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Banner, Button, Foldable, RadioGroup, Tile } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Page, Paging, Project, ReportRow } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import { ConfirmDialog, ProblemInline } from "../../shared/problems";
import styles from "./DeleteProjectDialog.module.css";

/** Delete the reports as a batch, or the project with one request (`interface.md` §4.7). */
export type DeletionWay = "each" | "once";

export type DeleteProjectDialogProps = {
  connection: string;
  /** How the service pages its lists, as far as known. */
  paging: Paging | null;
  project: Pick<Project, "project" | "reports">;
  onClose: () => void;
  /** Shows the reports instead. */
  onOpenReports: () => void;
  onDelete: (way: DeletionWay) => void;
};

/** Above this number of reports, the name must be typed. */
const MAX_UNTYPED = 10;

/** True if there is certainly no report. */
function areNone({ rows, total, has_next, unreadable }: Page<ReportRow>): boolean {
  return !has_next && rows.length + unreadable.length === 0 && (total ?? 0) === 0;
}

/** True if these are certainly all reports, and few. */
function areFew({ rows, total, has_next, unreadable }: Page<ReportRow>, paging: Paging | null): boolean {
  return !has_next && paging !== "unsaid" && (total ?? rows.length + unreadable.length) <= MAX_UNTYPED;
}

/**
 * Deletes a project: report by report, which is reliable and has a plan to confirm, or with one request, after its name
 * was typed if it has many reports (`field-notes.md` 26).
 */
export function DeleteProjectDialog(props: DeleteProjectDialogProps) {
  const { connection, paging, project, onClose, onOpenReports, onDelete } = props;
  const { t } = useLingui();
  const host = useHost();
  const name = project.project;
  const [chosen, choose] = useState<DeletionWay>("each");
  const query = { project: name, per_page: 100 } as const;
  const reports = useQuery({
    queryKey: keys.reports(connection, query),
    queryFn: ({ signal }) => host.call("reports_list", { connection, query }, { signal }),
    // It must show what is there now.
    staleTime: 0,
  });

  const isEmpty = reports.data !== undefined && areNone(reports.data);
  const way: DeletionWay = isEmpty ? "once" : chosen;
  // The field must not vanish while one types.
  const isLong = (project.reports ?? 0) > MAX_UNTYPED;
  const areMany = isLong || reports.error !== null || (reports.data !== undefined && !areFew(reports.data, paging));
  const isNameAsked = way === "once" && areMany;

  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      mark={<Tile id={name} name={name} form="large" />}
      confirmLabel={way === "each" ? t`Review plan` : t`Delete project`}
      variant={way === "each" ? "primary" : "danger"}
      isReady={way === "each" || isNameAsked || !reports.isFetching}
      typeToConfirm={isNameAsked ? name : undefined}
      isOpen
      onClose={onClose}
      onConfirm={async () => onDelete(way)}
    >
      <div aria-live="polite">
        {reports.data ? (
          <Effect page={reports.data} paging={paging} />
        ) : reports.error ? (
          <ProblemInline isRead problem={problemOf(reports.error)} actions={{ retry: () => void reports.refetch() }} />
        ) : (
          <p>
            <Trans>Loading reports…</Trans>
          </p>
        )}
      </div>
      {!isEmpty && (
        <>
          {reports.data && <Reports page={reports.data} onOpenReports={onOpenReports} />}
          <RadioGroup<DeletionWay>
            label={t`How to delete it`}
            options={[
              {
                value: "each",
                label: t`Report by report`,
                description: t`You’ll review the plan first and can stop at any time.`,
              },
              { value: "once", label: t`All at once`, description: t`One request, with a few seconds to undo.` },
            ]}
            value={way}
            onChange={choose}
          />
          {way === "once" && (
            <Banner tone="warning" isNew>
              <Trans>On some services, a bug can also delete an unrelated report, even another user’s.</Trans>
            </Banner>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

/** The number of reports that are known of. */
function countOf({ rows, unreadable, total }: Page<ReportRow>): number {
  return total ?? rows.length + unreadable.length;
}

function Effect({ page, paging }: { page: Page<ReportRow>; paging: Paging | null }) {
  const { total, has_next } = page;
  const count = countOf(page);
  return (
    <p>
      {total === null && has_next ? (
        <Plural
          value={count}
          one="This also deletes more than # report on the service."
          other="This also deletes more than # reports on the service."
        />
      ) : total === null && paging === "unsaid" && count > 0 ? (
        <Plural
          value={count}
          one="This also deletes at least # report on the service."
          other="This also deletes at least # reports on the service."
        />
      ) : (
        <Plural
          value={count}
          _0="It has no reports."
          one="This also deletes its # report on the service."
          other="This also deletes its # reports on the service."
        />
      )}{" "}
      <Trans>The saved copy stays on this computer.</Trans>
    </p>
  );
}

function Reports({ page, onOpenReports }: { page: Page<ReportRow>; onOpenReports: () => void }) {
  const { t } = useLingui();
  const { rows } = page;
  const more = countOf(page) - rows.length;
  if (rows.length === 0) return null;
  return (
    <div className={styles.part}>
      <Foldable title={t`Reports to be deleted`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys, too. */}
        <ul className={styles.list} aria-label={t`Reports to be deleted`} tabIndex={0}>
          {rows.map(({ id, address }) => (
            <li key={id} title={address}>
              {address || id}
            </li>
          ))}
          {more > 0 && (
            <li className={styles.muted}>
              <Plural value={more} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
        <div className={styles.open}>
          <Button onPress={onOpenReports}>
            <Trans>View reports</Trans>
          </Button>
        </div>
      </Foldable>
    </div>
  );
}
