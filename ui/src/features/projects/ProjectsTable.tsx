import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, Folder, FolderOpen, ListChecks, Lock, Plus, ScanSearch, Trash2 } from "lucide-react";
import { Button, EmptyState, MenuItem, MenuSeparator } from "../../components";
import type { BatchRequest, Project } from "../../host/contract";
import { useKeysOf } from "../../shared/commands";
import { useConnection } from "../../shared/data/connection";
import { columnSort } from "../../shared/lists/column-sort";
import { ListTable } from "../../shared/lists/ListTable";
import { isSortIgnored } from "../../shared/lists/RowNotices";
import { useCopy } from "../../shared/lists/use-copy";
import type { List } from "../../shared/lists/use-list";
import type { ListView } from "../../shared/lists/use-list-view";
import { fixListPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useNewReport } from "../../shared/planning/new-report";
import { useDeletions } from "../../shared/unsaved/deletions";
import { COLUMN_SORTS } from "./columns";
import type { ProjectSearch } from "./search";

/** The list, and how it is shown. */
export type ProjectListProps = {
  list: List<Project>;
  view: ListView<Project>;
  search: ProjectSearch;
  /** Changes the search; `replace` adds no history entry. */
  onChange: (change: ProjectSearch, replace?: boolean) => void;
};

type ProjectsTableProps = ProjectListProps & {
  onOpen: (project: string) => void;
  /** Plans a batch for all of a project's reports. */
  onPlan: (project: string, wish: BatchRequest) => void;
  onDelete: (project: Project) => void;
};

/** The project list's rows. */
export function ProjectsTable(props: ProjectsTableProps) {
  const { list, view, search, onChange, onOpen } = props;
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const { pendingOf } = useDeletions(connection, "projects");
  const { sort_by = "created_at", sort = "desc" } = search;
  const sorting = columnSort(COLUMN_SORTS, { sort_by, sort }, "project", onChange);
  return (
    <ListTable
      aria-label={t`Projects`}
      view={view}
      page={list.page}
      idOf={({ project }) => project}
      rowLabel={({ project }) => project}
      {...sorting}
      sort={isSortIgnored(list) ? undefined : sorting.sort}
      onOpen={onOpen}
      rowMenu={(row) => <ProjectMenu row={row} {...props} />}
      pendingOf={({ project }) => pendingOf(project)}
      isStale={list.isStale}
      pastEnd={{ icon: Folder, onFirst: () => onChange({ page: undefined }) }}
      empty={<NoProjects isKnown={list.knownAt !== null} search={search} onChange={onChange} />}
    />
  );
}

type MenuProps = Pick<ProjectsTableProps, "onOpen" | "onPlan" | "onDelete"> & { row: Project };

function ProjectMenu({ row, onOpen, onPlan, onDelete }: MenuProps) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const { pendingOf } = useDeletions(connection, "projects");
  const go = useGoTo();
  const copy = useCopy();
  return (
    <>
      <MenuItem icon={FolderOpen} label={t`View reports`} onAction={() => onOpen(row.project)} />
      <MenuItem
        icon={ListChecks}
        label={t`Fix list`}
        onAction={() => go(fixListPath(connection, { project: row.project }))}
      />
      <MenuItem icon={Copy} label={t`Copy name`} onAction={() => copy(row.project, t`Name copied`)} />
      <MenuSeparator />
      <MenuItem
        icon={ScanSearch}
        label={t`Recheck all reports`}
        onAction={() => onPlan(row.project, { kind: "refresh", older_than_days: null })}
      />
      <MenuItem
        icon={Lock}
        label={t`Make all reports private`}
        onAction={() => onPlan(row.project, { kind: "privacy", privacy: "private" })}
      />
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        label={t`Delete`}
        isDanger
        isDisabled={pendingOf(row.project) !== undefined}
        onAction={() => onDelete(row)}
      />
    </>
  );
}

type NothingProps = Pick<ProjectsTableProps, "search" | "onChange"> & {
  /** The empty result is the library's. */
  isKnown: boolean;
};

function NoProjects({ isKnown, search, onChange }: NothingProps) {
  const { ask } = useNewReport();
  const keysOf = useKeysOf();
  if (search.search !== undefined) {
    return (
      <EmptyState
        drawing="search"
        title={<Trans>No matching projects</Trans>}
        action={
          <Button onPress={() => onChange({ search: undefined })}>
            <Trans>Clear search</Trans>
          </Button>
        }
      >
        {isKnown ? (
          <Trans>No saved project name matches your search.</Trans>
        ) : (
          <Trans>No project name matches your search.</Trans>
        )}
      </EmptyState>
    );
  }
  const newReport = ask && (
    <Button variant="primary" icon={Plus} keys={keysOf("new_report")} onPress={() => ask()}>
      <Trans>New report</Trans>
    </Button>
  );
  return (
    <EmptyState drawing="projects" title={<Trans>No projects yet</Trans>} action={newReport}>
      <Trans>Each site with a report becomes a project. Start by creating a report.</Trans>
    </EmptyState>
  );
}
