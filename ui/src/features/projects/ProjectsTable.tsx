import { Trans, useLingui } from "@lingui/react/macro";
import { Folder, Plus } from "lucide-react";
import { Button, EmptyState } from "../../components";
import type { Project } from "../../host/contract";
import { useKeysOf } from "../../shared/commands";
import { useConnection } from "../../shared/data/connection";
import { columnSort } from "../../shared/lists/column-sort";
import { ListTable } from "../../shared/lists/ListTable";
import { isSortIgnored } from "../../shared/lists/RowNotices";
import type { List } from "../../shared/lists/use-list";
import type { ListView } from "../../shared/lists/use-list-view";
import { useNewReport } from "../../shared/planning/new-report";
import { EmptyLibrary } from "../../shared/sync/EmptyLibrary";
import { useDeletions } from "../../shared/unsaved/deletions";
import { COLUMN_SORTS } from "./columns";
import { ProjectMenu, type ProjectMenuProps } from "./ProjectMenu";
import type { ProjectSearch, sortOf } from "./search";

/** The list, and how it is shown. */
export type ProjectListProps = {
  list: List<Project>;
  view: ListView<Project>;
  search: ProjectSearch;
  /** How the rows are sorted. */
  sort: ReturnType<typeof sortOf>;
  /** Changes the search; `replace` adds no history entry. */
  onChange: (change: ProjectSearch, replace?: boolean) => void;
};

type ProjectsTableProps = ProjectListProps &
  Omit<ProjectMenuProps, "project"> & {
    onOpen: (project: string) => void;
  };

/** The project list's rows. */
export function ProjectsTable(props: ProjectsTableProps) {
  const { list, view, search, sort, onChange, onOpen, onPlan, onDelete } = props;
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const { pendingOf } = useDeletions(connection, "projects");
  const sorting = columnSort(COLUMN_SORTS, sort, ["project", "score"], onChange);
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
      rowMenu={({ project }) => <ProjectMenu project={project} onPlan={onPlan} onDelete={onDelete} />}
      pendingOf={({ project }) => pendingOf(project)}
      isStale={list.isStale}
      pastEnd={{ icon: Folder, onFirst: () => onChange({ page: undefined }) }}
      empty={
        list.isLibraryEmpty && search.search === undefined ? (
          <EmptyLibrary connection={connection} />
        ) : (
          <NoProjects isKnown={list.knownAt !== null} search={search} onChange={onChange} />
        )
      }
    />
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
