import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { Button, ColumnMenu, lazyNamed, Pager, SortMenu } from "../../components";
import { useHost } from "../../host";
import type { BatchRequest, Project } from "../../host/contract";
import { useKeysOf } from "../../shared/commands";
import { useConnection } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { useIsWhole } from "../../shared/data/sync";
import { ListAnnouncer } from "../../shared/lists/ListAnnouncer";
import { ListSearch } from "../../shared/lists/ListSearch";
import { useFocusRow } from "../../shared/lists/use-focus-row";
import { useLayout } from "../../shared/lists/use-layout";
import { useList } from "../../shared/lists/use-list";
import { useListCommands } from "../../shared/lists/use-list-commands";
import { useNewReport } from "../../shared/planning/new-report";
import { usePlanning } from "../../shared/planning/use-planning";
import { FilterIgnored, LastKnown, SortIgnored, UnreadableRows } from "../../shared/problems";
import { Screen } from "../../shared/screen/Screen";
import { useWidth } from "../../shared/screen/use-width";
import { PlanningBar } from "../../shared/selection/PlanningBar";
import { isFocusFree, useOnDeleted } from "../../shared/unsaved/deletions";
import { ViewMenu } from "../../shared/views/ViewMenu";
import { useProjectColumns } from "./columns";
import { knownProjects } from "./known";
import styles from "./ProjectsScreen.module.css";
import { ProjectsTable } from "./ProjectsTable";
import { changeSearch, type ProjectSearch, readProjectSearch, SORTS, toQuery } from "./search";
import { useProjectDeletion } from "./use-project-deletion";

const DeleteProjectDialog = lazyNamed(() => import("./DeleteProjectDialog"), "DeleteProjectDialog");

const NO_ROWS: Project[] = [];

export function ProjectsScreen(): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const { id: connection, generation } = useConnection();
  const [preferences, savePreferences] = usePreferences();
  // The router also passes on unrecognized parameters.
  const search = readProjectSearch(useSearch({ from: "/c/$connection/projects" }));
  const navigate = useNavigate();
  const query = toQuery(search, preferences);
  const list = useList(
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
  const [leaving, setLeaving] = useState<Project | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const focusRow = useFocusRow(area);
  const remove = useProjectDeletion(connection);
  const planning = usePlanning();
  const plan = (project: string, wish: BatchRequest) => {
    const source = { kind: "list", query: { project, per_page: 100 } } as const;
    planning.plan({ connection, source, wish, password: null, keep_passwords: false });
  };
  const { ask } = useNewReport();
  useOnDeleted(connection, "projects", (deleted) => {
    if (!isFocusFree(deleted)) return;
    const rows = list.page?.rows ?? [];
    const at = rows.findIndex(({ project }) => project === deleted);
    focusRow((rows[at + 1] ?? rows[at - 1])?.project);
  });

  const change = (wanted: ProjectSearch, replace = false) =>
    void navigate({ to: ".", search: (before) => changeSearch(readProjectSearch(before), wanted), replace });
  const turnTo = (number: number) => change({ page: number > 1 ? number : undefined });
  const openReports = useCallback(
    (project: string) => void navigate({ to: "/c/$connection/reports", params: { connection }, search: { project } }),
    [navigate, connection],
  );

  const keysOf = useKeysOf();
  useListCommands(list, turnTo);
  const { page } = list;
  const labels = { created_at: t`Created`, project: t`Name` };
  const sortedBy = search.sort_by ?? "created_at";
  const direction = search.sort ?? "desc";
  const isSortIgnored = list.isCurrent && (page?.sort_ignored ?? false);
  const [width, measure] = useWidth<HTMLDivElement>();
  const [layout, saveLayout] = useLayout("projects");
  const columns = useProjectColumns(page?.rows ?? NO_ROWS, generation, width, layout, openReports, setLeaving);

  return (
    <Screen
      title={t`Projects`}
      hasFailed={!page && list.problem !== null}
      toolbar={
        <>
          <div className={styles.search}>
            <ListSearch
              aria-label={t`Search projects`}
              value={search.search}
              onChange={(wanted) => change({ search: wanted }, true)}
            />
          </div>
          <ViewMenu hasRows onReload={list.read}>
            <SortMenu
              options={SORTS.map((value) => ({ value, label: labels[value] }))}
              by={sortedBy}
              isIgnored={isSortIgnored}
              direction={direction}
              onChange={(sort_by, sort) => change({ sort_by, sort })}
            />
            <ColumnMenu columns={columns.choices} layout={layout} onLayout={saveLayout} />
          </ViewMenu>
        </>
      }
    >
      <ListAnnouncer list={list} />
      {list.problem && page && (
        <LastKnown
          problem={list.problem}
          since={list.readAt}
          knownAt={list.knownAt}
          isOtherQuery={!list.isCurrent}
          onRetry={list.read}
        />
      )}
      {isSortIgnored && (
        <SortIgnored
          label={labels[sortedBy]}
          instead={
            sortedBy === "created_at"
              ? undefined
              : { label: labels.created_at, onPress: () => change({ sort_by: "created_at", sort: search.sort }) }
          }
        />
      )}
      {page?.filter_ignored && list.isCurrent && <FilterIgnored onClear={() => change({ search: undefined })} />}
      {page && <UnreadableRows rows={page.unreadable} />}
      <div ref={area} className={styles.rows}>
        <div ref={measure} className={styles.rows}>
          <ProjectsTable
            connection={connection}
            list={list}
            columns={columns.shown}
            search={search}
            isSortIgnored={isSortIgnored}
            onChange={change}
            onOpen={openReports}
            onPlan={plan}
            onDelete={setLeaving}
            newReport={
              ask && (
                <Button variant="primary" icon={Plus} keys={keysOf("new_report")} onPress={() => ask()}>
                  <Trans>New report</Trans>
                </Button>
              )
            }
          />
        </div>
      </div>
      {planning.isPlanning ? (
        <PlanningBar stop={planning.stop} />
      ) : (
        <Pager
          page={page}
          paging={generation.paging}
          knownAt={list.age}
          ignored={list.ignored}
          perPage={query.per_page}
          onPerPage={(per_page) => {
            savePreferences({ page_size: per_page });
            change({ per_page });
          }}
          onPage={turnTo}
        />
      )}
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
    </Screen>
  );
}
