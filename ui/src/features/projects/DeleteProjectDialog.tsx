import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { keys } from "../../app/queries";
import { Button, ConfirmDialog, ProblemInline, toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Page, Paging, Problem, Project, ReportRow } from "../../host/contract";
import styles from "./DeleteProjectDialog.module.css";

/** How many addresses are named before the rest is counted. */
const NAMED = 5;

export type DeleteProjectDialogProps = {
  connection: string;
  /** What the service's lists say about their pages, as far as known. */
  paging: Paging | null;
  project: Project;
  onClose: () => void;
  /** The user would rather see the reports first. */
  onOpenReports: () => void;
  onDeleted: () => void;
};

/** Shows what a project takes with it and deletes it once its name was typed (`interface.md` §4.7). */
export function DeleteProjectDialog(props: DeleteProjectDialogProps) {
  const { connection, paging, project, onClose, onOpenReports, onDeleted } = props;
  const { t } = useLingui();
  const host = useHost();
  const client = useQueryClient();
  const name = project.project;
  const query = { project: name, per_page: 10 } as const;
  const reports = useQuery({
    queryKey: keys.reports(connection, query),
    queryFn: ({ signal }) => host.call("reports_list", { connection, query }, { signal }),
    // What goes must be what is there now.
    staleTime: 0,
  });

  const readListsAgain = () => {
    void client.invalidateQueries({ queryKey: keys.projectLists(connection) });
    void client.invalidateQueries({ queryKey: keys.reportLists(connection) });
    void client.invalidateQueries({ queryKey: keys.allReports(connection) });
  };

  async function remove() {
    let isGone = false;
    let lost: Problem | null = null;
    try {
      ({ answer_lost: lost } = await host.call("project_delete", { connection, project: name }));
    } catch (thrown) {
      if (problemOf(thrown).code !== "not_found") throw thrown;
      isGone = true;
    }
    client.setQueriesData<Page<Project>>({ queryKey: keys.projectLists(connection) }, (page) => {
      if (!page?.rows.some((row) => row.project === name)) return page;
      const rows = page.rows.filter((row) => row.project !== name);
      return { ...page, rows, total: page.total === null ? null : page.total - 1 };
    });
    onDeleted();
    const description = lost ? t`The answer of the service was lost, but the project is gone.` : name;
    if (isGone) toast({ tone: "info", title: t`The project was already gone`, description });
    else toast({ tone: "success", title: t`Project deleted`, description });
    readListsAgain();
  }

  return (
    <ConfirmDialog
      title={t`Delete this project?`}
      confirmLabel={t`Delete project`}
      typeToConfirm={name}
      isOpen
      onClose={onClose}
      onConfirm={remove}
      renderProblem={(problem) => (
        <ProblemInline
          problem={problem}
          actions={{
            check: () => {
              onClose();
              readListsAgain();
            },
          }}
        />
      )}
    >
      <p>
        <Trans>
          <b className={styles.name}>{name}</b> is deleted from the service together with all of its reports. They
          cannot be brought back.
        </Trans>
      </p>
      <div className={styles.reports} aria-live="polite">
        {reports.data ? (
          <Preview page={reports.data} paging={paging} />
        ) : reports.error ? (
          <ProblemInline problem={problemOf(reports.error)} actions={{ retry: () => void reports.refetch() }} />
        ) : (
          <p className={styles.muted}>
            <Trans>Looking up its reports…</Trans>
          </p>
        )}
      </div>
      <div className={styles.careful}>
        <p className={styles.muted}>
          <Trans>
            Some services delete more than the project here. The careful way is to select its reports and delete those.
          </Trans>
        </p>
        <Button onPress={onOpenReports}>
          <Trans>Open reports</Trans>
        </Button>
      </div>
    </ConfirmDialog>
  );
}

function Preview({ page: { rows, total, has_next }, paging }: { page: Page<ReportRow>; paging: Paging | null }) {
  const count = total ?? rows.length;
  const more = count - Math.min(rows.length, NAMED);
  return (
    <>
      <p>
        {total === null && has_next ? (
          <Plural value={count} one="More than # report goes with it." other="More than # reports go with it." />
        ) : total === null && paging === "unsaid" && count > 0 ? (
          <Plural value={count} one="At least # report goes with it." other="At least # reports go with it." />
        ) : (
          <Plural value={count} _0="It has no reports." one="# report goes with it." other="# reports go with it." />
        )}
      </p>
      <ul className={styles.list}>
        {rows.slice(0, NAMED).map(({ id, address }) => (
          <li key={id} title={address}>
            {address}
          </li>
        ))}
        {more > 0 && (
          <li className={styles.muted}>
            <Plural value={more} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
    </>
  );
}
