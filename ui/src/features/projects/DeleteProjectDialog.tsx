import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, RadioGroup } from "../../components";
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
  project: Project;
  onClose: () => void;
  /** Shows the reports instead. */
  onOpenReports: () => void;
  onDelete: (way: DeletionWay) => void;
};

/**
 * Deletes a project after its name was typed: report by report, which is reliable, or with one request
 * (`field-notes.md` 26).
 */
export function DeleteProjectDialog(props: DeleteProjectDialogProps) {
  const { connection, paging, project, onClose, onOpenReports, onDelete } = props;
  const { t } = useLingui();
  const host = useHost();
  const name = project.project;
  const [way, setWay] = useState<DeletionWay>("each");
  const query = { project: name, per_page: 100 } as const;
  const reports = useQuery({
    queryKey: keys.reports(connection, query),
    queryFn: ({ signal }) => host.call("reports_list", { connection, query }, { signal }),
    // It must show what is there now.
    staleTime: 0,
  });

  const isEmpty = reports.data?.rows.length === 0;
  const chosen = isEmpty ? "once" : way;

  return (
    <ConfirmDialog
      title={t`Delete this project?`}
      confirmLabel={chosen === "each" ? t`Review plan` : t`Delete project`}
      variant={chosen === "each" ? "primary" : "danger"}
      typeToConfirm={name}
      isOpen
      onClose={onClose}
      onConfirm={async () => onDelete(chosen)}
    >
      <p>
        <Trans>
          <b className={styles.name}>{name}</b> and all its reports will be permanently deleted from the service. Assay
          keeps a copy of each report on this computer.
        </Trans>
      </p>
      <div className={styles.reports} aria-live="polite">
        {reports.data ? (
          <Preview page={reports.data} paging={paging} />
        ) : reports.error ? (
          <ProblemInline problem={problemOf(reports.error)} actions={{ retry: () => void reports.refetch() }} />
        ) : (
          <p className={styles.muted}>
            <Trans>Loading reports…</Trans>
          </p>
        )}
      </div>
      <div className={styles.open}>
        <Button onPress={onOpenReports}>
          <Trans>View reports</Trans>
        </Button>
      </div>
      {!isEmpty && (
        <RadioGroup
          label={t`Method`}
          value={way}
          onChange={setWay}
          options={[
            {
              value: "each",
              label: t`One report at a time (recommended)`,
              description: t`Deletes only this project’s reports. You’ll review the plan first and can stop at any time.`,
            },
            {
              value: "once",
              label: t`All at once`,
              description: t`One request, with a few seconds to undo. On some services, a bug can also delete an unrelated report.`,
            },
          ]}
        />
      )}
    </ConfirmDialog>
  );
}

function Preview({ page: { rows, total, has_next }, paging }: { page: Page<ReportRow>; paging: Paging | null }) {
  const { t } = useLingui();
  const count = total ?? rows.length;
  const more = count - rows.length;
  return (
    <>
      <p>
        {total === null && has_next ? (
          <Plural
            value={count}
            one="More than # report will be deleted."
            other="More than # reports will be deleted."
          />
        ) : total === null && paging === "unsaid" && count > 0 ? (
          <Plural value={count} one="At least # report will be deleted." other="At least # reports will be deleted." />
        ) : (
          <Plural
            value={count}
            _0="It has no reports."
            one="# report will be deleted."
            other="# reports will be deleted."
          />
        )}
      </p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys, too.
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
      )}
    </>
  );
}
