import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, Folder, FolderOpen, ListChecks, Lock, ScanSearch, SearchX, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button, EmptyState, MenuItem, MenuSeparator, Table, type TableColumn } from "../../components";
import type { BatchRequest, Project } from "../../host/contract";
import { usePreferences } from "../../shared/data/preferences";
import { columnSort } from "../../shared/lists/column-sort";
import { ListPlaceholder } from "../../shared/lists/ListPlaceholder";
import { PastEnd } from "../../shared/lists/PastEnd";
import { useCopy } from "../../shared/lists/use-copy";
import { useLayout } from "../../shared/lists/use-layout";
import type { List } from "../../shared/lists/use-list";
import { fixListPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useDeletions } from "../../shared/unsaved/deletions";
import { COLUMN_SORTS } from "./columns";
import styles from "./ProjectsScreen.module.css";
import type { ProjectSearch } from "./search";

export type ProjectsTableProps = {
  connection: string;
  list: List<Project>;
  columns: readonly TableColumn<Project>[];
  search: ProjectSearch;
  /** The visible rows aren't in this order. */
  isSortIgnored: boolean;
  onChange: (change: ProjectSearch) => void;
  onOpen: (project: string) => void;
  /** Plans a batch for all of a project's reports. */
  onPlan: (project: string, wish: BatchRequest) => void;
  onDelete: (project: Project) => void;
  /** Offered if there are no projects. */
  newReport: ReactNode;
};

/** The project list's rows, or a placeholder. */
export function ProjectsTable(props: ProjectsTableProps) {
  const { connection, list, columns, search, isSortIgnored, onChange, onOpen, newReport } = props;
  const { t } = useLingui();
  const [{ density }] = usePreferences();
  const [layout, saveLayout] = useLayout("projects");
  const { pendingOf } = useDeletions(connection, "projects");

  if (!list.page) return <ListPlaceholder problem={list.problem} onRetry={list.read} />;

  const sorting = columnSort(
    COLUMN_SORTS,
    { sort_by: search.sort_by ?? "created_at", sort: search.sort ?? "desc" },
    "project",
    onChange,
  );
  return (
    <div className={styles.rows} aria-busy={list.isStale || undefined}>
      <Table
        aria-label={t`Projects`}
        columns={columns}
        layout={layout}
        onLayout={saveLayout}
        density={density}
        rows={list.page.rows}
        idOf={({ project }) => project}
        rowLabel={({ project }) => project}
        {...sorting}
        sort={isSortIgnored ? undefined : sorting.sort}
        onOpen={onOpen}
        rowMenu={(row) => <ProjectMenu row={row} {...props} />}
        pendingOf={({ project }) => pendingOf(project)}
        isStale={list.isStale}
        empty={
          <NoProjects
            isPastEnd={list.page.number > 1}
            isKnown={list.knownAt !== null}
            search={search}
            onChange={onChange}
            newReport={newReport}
          />
        }
      />
    </div>
  );
}

type MenuProps = Pick<ProjectsTableProps, "connection" | "onOpen" | "onPlan" | "onDelete"> & { row: Project };

function ProjectMenu({ connection, row, onOpen, onPlan, onDelete }: MenuProps) {
  const { t } = useLingui();
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

type NothingProps = Pick<ProjectsTableProps, "search" | "onChange" | "newReport"> & {
  /** The page is past the end of the list. */
  isPastEnd: boolean;
  /** The empty result is the library's. */
  isKnown: boolean;
};

function NoProjects({ isPastEnd, isKnown, search, onChange, newReport }: NothingProps) {
  if (isPastEnd) {
    return <PastEnd icon={Folder} onFirst={() => onChange({ page: undefined })} />;
  }
  if (search.search !== undefined) {
    return (
      <EmptyState
        icon={SearchX}
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
  return (
    <EmptyState icon={Folder} title={<Trans>No projects yet</Trans>} action={newReport}>
      <Trans>Each site with a report becomes a project. Start by creating a report.</Trans>
    </EmptyState>
  );
}
