import { useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { ColumnMenu, lazyNamed, SortMenu } from "../../components";
import { useHost } from "../../host";
import type { BatchRequest, Project, ProjectQuery } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { useIsWhole } from "../../shared/data/sync";
import { ListScreen } from "../../shared/lists/ListScreen";
import { ListSearch } from "../../shared/lists/ListSearch";
import { isSortIgnored, RowNotices } from "../../shared/lists/RowNotices";
import { type List, useList } from "../../shared/lists/use-list";
import { usePlanning } from "../../shared/planning/use-planning";
import { PlanningBar } from "../../shared/selection/PlanningBar";
import { isFocusFree, useOnDeleted } from "../../shared/unsaved/deletions";
import { ViewMenu } from "../../shared/views/ViewMenu";
import { useProjectsView } from "./columns";
import { knownProjects } from "./known";
import { type ProjectListProps, ProjectsTable } from "./ProjectsTable";
import { changeSearch, type ProjectSearch, readProjectSearch, SORTS, toQuery } from "./search";
import { useProjectDeletion } from "./use-project-deletion";

const DeleteProjectDialog = lazyNamed(() => import("./DeleteProjectDialog"), "DeleteProjectDialog");

export function ProjectsScreen(): ReactNode {
  const { t } = useLingui();
  const { id: connection, generation } = useConnection();
  const [preferences] = usePreferences();
  // The router also passes on unrecognized parameters.
  const search = readProjectSearch(useSearch({ from: "/c/$connection/projects" }));
  const navigate = useNavigate();
  const query = toQuery(search, preferences);
  const list = useProjects(connection, query);
  const [leaving, setLeaving] = useState<Project | null>(null);
  const remove = useProjectDeletion(connection);
  const planning = usePlanning();
  const plan = (project: string, wish: BatchRequest) => {
    const source = { kind: "list", query: { project, per_page: 100 } } as const;
    planning.plan({ connection, source, wish, password: null, keep_passwords: false });
  };
  const change = (wanted: ProjectSearch, replace = false) =>
    void navigate({ to: ".", search: (before) => changeSearch(readProjectSearch(before), wanted), replace });
  const openReports = useCallback(
    (project: string) => void navigate({ to: "/c/$connection/reports", params: { connection }, search: { project } }),
    [navigate, connection],
  );
  const view = useProjectsView(list.page?.rows, openReports, setLeaving);
  useOnDeleted(connection, "projects", (deleted) => {
    if (!isFocusFree(deleted)) return;
    const rows = list.page?.rows ?? [];
    const at = rows.findIndex(({ project }) => project === deleted);
    view.focusRow((rows[at + 1] ?? rows[at - 1])?.project);
  });

  const shared = { list, view, search, onChange: change };
  return (
    <ListScreen
      title={t`Projects`}
      toolbar={<Toolbar {...shared} />}
      list={list}
      notices={<Notices {...shared} />}
      view={view}
      paging={{ perPage: query.per_page, service: generation.paging, onChange: change }}
      footer={planning.isPlanning && <PlanningBar stop={planning.stop} />}
    >
      <ProjectsTable {...shared} onOpen={openReports} onPlan={plan} onDelete={setLeaving} />
      {leaving && (
        <Suspense>
          <DeleteProjectDialog
            connection={connection}
            paging={generation.paging}
            project={leaving}
            onClose={() => setLeaving(null)}
            onOpenReports={() => openReports(leaving.project)}
            onDelete={(way) => (way === "once" ? remove(leaving.project) : plan(leaving.project, { kind: "delete" }))}
          />
        </Suspense>
      )}
    </ListScreen>
  );
}

/** The projects from the service, or else the library. */
function useProjects(connection: string, query: ProjectQuery): List<Project> {
  const host = useHost();
  return useList(
    {
      queryKey: keys.projects(connection, query),
      queryFn: ({ signal }) => host.call("projects_list", { connection, query }, { signal }),
    },
    {
      ask: {
        queryKey: keys.library.knownProjects(connection, query),
        queryFn: () => knownProjects(host, connection, query),
      },
      isFullySynced: useIsWhole(connection),
      // A partial library has only some projects.
      approximatesService: false,
    },
  );
}

function useSortLabels() {
  const { t } = useLingui();
  return { created_at: t`Created`, project: t`Name` };
}

function Toolbar({ list, view, search, onChange }: ProjectListProps) {
  const { t } = useLingui();
  const labels = useSortLabels();
  return (
    <>
      <ListSearch
        aria-label={t`Search projects`}
        value={search.search}
        onChange={(wanted) => onChange({ search: wanted }, true)}
      />
      <ViewMenu hasRows onReload={list.read}>
        <SortMenu
          options={SORTS.map((value) => ({ value, label: labels[value] }))}
          by={search.sort_by ?? "created_at"}
          isIgnored={isSortIgnored(list)}
          direction={search.sort ?? "desc"}
          onChange={(sort_by, sort) => onChange({ sort_by, sort })}
        />
        <ColumnMenu columns={view.choices} layout={view.layout} onLayout={view.saveLayout} />
      </ViewMenu>
    </>
  );
}

function Notices({ list, search: { sort_by = "created_at", sort }, onChange }: ProjectListProps) {
  const labels = useSortLabels();
  const byTime = { label: labels.created_at, onPress: () => onChange({ sort_by: "created_at", sort }) };
  return (
    <RowNotices
      list={list}
      sort={{ label: labels[sort_by], instead: sort_by === "created_at" ? undefined : byTime }}
      onClearFilters={() => onChange({ search: undefined })}
    />
  );
}
