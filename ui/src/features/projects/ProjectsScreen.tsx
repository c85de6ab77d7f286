import { Plural, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback } from "react";
import { ColumnMenu, SortMenu, Toolbar } from "../../components";
import { useHost } from "../../host";
import type { LibraryProjectQuery, Project } from "../../host/contract";
import { useConnection, useConnectionName } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { useCompleteAt, useIsWhole } from "../../shared/data/sync";
import type { ExportAsk } from "../../shared/export/export";
import { ListScreen } from "../../shared/lists/ListScreen";
import { ListSearch } from "../../shared/lists/ListSearch";
import { isSortIgnored, RowNotices } from "../../shared/lists/RowNotices";
import { typingPause } from "../../shared/lists/use-debounced";
import { agedBy, type List, useList } from "../../shared/lists/use-list";
import { projectPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { PlanningBar } from "../../shared/selection/PlanningBar";
import { KnownPart } from "../../shared/sync/KnownPart";
import { isFocusFree, useOnDeleted } from "../../shared/unsaved/deletions";
import { ViewMenu } from "../../shared/views/ViewMenu";
import { SummaryProvider, useProjectsView } from "./columns";
import { knownProjects } from "./known";
import { type ProjectListProps, ProjectsTable } from "./ProjectsTable";
import {
  changeSearch,
  inOrder,
  type ProjectSearch,
  readProjectSearch,
  SORTS,
  sortOf,
  toQuery,
  toServiceQuery,
} from "./search";
import { useProjectActions } from "./use-project-actions";
import { useSummaries } from "./use-summaries";

export function ProjectsScreen(): ReactNode {
  const { t } = useLingui();
  const { id: connection, generation } = useConnection();
  const [preferences] = usePreferences();
  // The router also passes on unrecognized parameters.
  const search = readProjectSearch(useSearch({ from: "/c/$connection/projects" }));
  const navigate = useNavigate();
  const go = useGoTo();
  const query = toQuery(search, preferences);
  const list = useProjects(connection, query);
  const rows = list.page?.rows;
  const sort = sortOf(search, list.page);
  const summaries = useSummaries(connection, rows?.map(({ project }) => project) ?? []);
  const { planning, plan, leave, dialog } = useProjectActions({ rows });
  const change = (wanted: ProjectSearch, replace = false) =>
    void navigate({ to: ".", search: (before) => changeSearch(readProjectSearch(before), wanted), replace });
  const open = useCallback((project: string) => go(projectPath(connection, project)), [go, connection]);
  const view = useProjectsView({ rows, summaries, sortBy: sort.sort_by, onOpen: open });
  useOnDeleted(connection, "projects", (deleted) => {
    if (!isFocusFree(deleted)) return;
    const at = rows?.findIndex(({ project }) => project === deleted) ?? -1;
    view.focusRow((rows?.[at + 1] ?? rows?.[at - 1])?.project);
  });

  const whole = useWholeList(list, { ...query, ...sort });
  const shared = { list, view, search, sort, onChange: change };
  return (
    <ListScreen
      title={t`Projects`}
      part={list.isOfLibrary && <KnownPart connection={connection} />}
      toolbar={<Controls {...shared} whole={whole} />}
      list={list}
      notices={<Notices {...shared} />}
      view={view}
      paging={{
        service: generation.paging,
        countOf: (total) => <Count total={total} rows={rows ?? []} />,
        onChange: change,
      }}
      footer={planning.isPlanning && <PlanningBar stop={planning.stop} />}
    >
      <SummaryProvider value={summaries.of}>
        <ProjectsTable {...shared} onOpen={open} onPlan={plan} onDelete={leave} />
      </SummaryProvider>
      {dialog}
    </ListScreen>
  );
}

/** How many projects there are, and how many reports they have if all are listed. */
function Count({ total, rows }: { total: number; rows: readonly Project[] }) {
  const reports = rows.every((row) => row.reports !== null)
    ? rows.reduce((sum, row) => sum + (row.reports ?? 0), 0)
    : 0;
  return (
    <>
      <Plural value={total} one="# project" other="# projects" />
      {rows.length === total && reports > 0 && (
        <>
          {" "}
          <span aria-hidden>·</span> <Plural value={reports} one="# report" other="# reports" />
        </>
      )}
    </>
  );
}

/** The projects from the service as long as it can answer, or else from the library. */
function useProjects(connection: string, query: LibraryProjectQuery): List<Project> {
  const host = useHost();
  const served = toServiceQuery(query);
  const list = useList(
    served && {
      // The filter by project reads the same ones in the service's order.
      queryKey: [...keys.projects(connection, served), "in order"],
      queryFn: async (context) => {
        await typingPause(context, served.search);
        const { signal } = context;
        return inOrder(query, await host.call("projects_list", { connection, query: served }, { signal }));
      },
    },
    {
      ask: {
        queryKey: keys.library.knownProjects(connection, query),
        queryFn: async () => {
          const known = await knownProjects(host, connection, query);
          return known && { ...known, page: inOrder(query, known.page) };
        },
      },
      isFullySynced: useIsWhole(connection),
      // A partial library has only some projects.
      approximatesService: false,
    },
  );
  return agedBy(list, useCompleteAt(connection));
}

function useSortLabels() {
  const { t } = useLingui();
  return {
    created_at: t`Created`,
    project: t`Project`,
    reports: t`Reports`,
    verdicts: t`Verdicts`,
    score: t`Average`,
    trend: t`Trend`,
    failing: t`Failing checks of high importance`,
    checked: t`Last checked`,
  };
}

/** The projects to export: those that the library has, without which there are no figures; `null` while there are none. */
function useWholeList({ page, isOfLibrary }: List<Project>, query: LibraryProjectQuery): ExportAsk | null {
  const { t } = useLingui();
  const connection = useConnection();
  const named = useConnectionName()(connection);
  if (!page?.rows.length) return null;
  return {
    of: { kind: "projects", connection: connection.id, query },
    name: t`Projects – ${named}`,
    total: isOfLibrary ? (page.total ?? undefined) : undefined,
  };
}

function Controls({ list, view, search, sort, onChange, whole }: ProjectListProps & { whole: ExportAsk | null }) {
  const { t } = useLingui();
  const labels = useSortLabels();
  return (
    <Toolbar>
      <ListSearch
        aria-label={t`Search projects`}
        value={search.search}
        onChange={(wanted) => onChange({ search: wanted }, true)}
      />
      <ViewMenu hasRows what={whole} onReload={list.read}>
        <SortMenu
          options={SORTS.map((value) => ({ value, label: labels[value] }))}
          by={sort.sort_by}
          isIgnored={isSortIgnored(list)}
          direction={sort.sort}
          onChange={(sort_by, sort) => onChange({ sort_by, sort })}
        />
        <ColumnMenu columns={view.choices} layout={view.layout} onLayout={view.saveLayout} />
      </ViewMenu>
    </Toolbar>
  );
}

function Notices({ list, search: { sort }, sort: { sort_by }, onChange }: ProjectListProps) {
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
