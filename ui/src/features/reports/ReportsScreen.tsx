import { Trans, useLingui } from "@lingui/react/macro";
import type { QueryClient } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Button, lazyAfterFirstPaint, Pager, preloadable, toast } from "../../components";
import { type Host, useHost } from "../../host";
import type { ReportQuery, ReportRow } from "../../host/contract";
import { withCatalog } from "../../i18n";
import { useCommand, useKeysOf } from "../../shared/commands";
import { useConnection } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { useIsWhole } from "../../shared/data/sync";
import { ListNews } from "../../shared/lists/ListAnnouncer";
import { ReadAgain } from "../../shared/lists/ReloadButton";
import { useFocusRow } from "../../shared/lists/use-focus-row";
import { useList } from "../../shared/lists/use-list";
import { useListCommands } from "../../shared/lists/use-list-commands";
import { useNewReport } from "../../shared/planning/new-report";
import { Screen } from "../../shared/screen/Screen";
import { WithPanel } from "../../shared/screen/SplitView";
import { useWidth } from "../../shared/screen/use-width";
import { isFocusFree } from "../../shared/unsaved/deletions";
import { type ReportsContextValue, ReportsProvider, useAftermaths } from "./context";
import { askForReports } from "./list/from-library";
import { ReportsToolbar } from "./list/ReportsToolbar";
import styles from "./ReportsScreen.module.css";
import {
  changeSearch,
  isUsual,
  type ReportSearch,
  readReportSearch,
  searchAlone,
  searchBeside,
  toQuery,
} from "./search";
import { useReportActions } from "./actions/use-report-actions";
import { useReportWrites } from "./actions/use-report-writes";
import { useReportNeighbours } from "./use-report-neighbors";
import { useSelection } from "./use-selection";

const loadNewReportDialog = () => withCatalog(import("./writes/NewReportDialog"));
const loadSelectionBar = () => withCatalog(import("./selection/SelectionBar"));
const NewReportDialog = lazy(() => loadNewReportDialog().then((module) => ({ default: module.NewReportDialog })));
const ViewMenu = lazyAfterFirstPaint(() =>
  withCatalog(import("../../shared/views/ViewMenu")).then((module) => ({ default: module.ViewMenu })),
);
// The first picture has the frame of the screen; these come while the service is asked.
const ReportColumnMenu = lazyAfterFirstPaint(() =>
  import("./list/ReportColumnMenu").then((module) => ({ default: module.ReportColumnMenu })),
);
const ReportsNotices = lazyAfterFirstPaint(() =>
  import("./list/ReportsNotices").then((module) => ({ default: module.ReportsNotices })),
);
const ReportsExport = lazyAfterFirstPaint(() => import("./list/ReportsExport").then((module) => ({ default: module.ReportsExport })));
const [ReportsTable, loadReportsTable] = preloadable(() =>
  import("./list/ReportsTable").then((module) => module.ReportsTable),
);

export { loadReportsTable };

const SelectionBar = lazy(() => loadSelectionBar().then((module) => ({ default: module.SelectionBar })));
const ReportPanel = lazy(() => import("./panel/ReportPanel").then((module) => ({ default: module.ReportPanel })));

const NO_ROWS: ReportRow[] = [];

/** Has the table ready for the screen's first picture, with what the library remembers of its rows. */
export async function prepareReports(host: Host, queries: QueryClient, connection: string, query: ReportQuery) {
  await Promise.all([loadReportsTable(), queries.prefetchQuery(askForReports(host, connection, query))]);
}

/** The reports of a connection. */
export function ReportsScreen(): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const { id: connection, generation } = useConnection();
  const [preferences, savePreferences] = usePreferences();
  // The router hands on what it was given besides what was understood.
  const search = readReportSearch(useSearch({ from: "/c/$connection/reports" }));
  const { report: openId } = useParams({ strict: false });
  // What was begun ends when another report may be open.
  const latestOpenId = useRef(openId);
  useEffect(() => {
    latestOpenId.current = openId;
    return () => {
      latestOpenId.current = undefined;
    };
  }, [openId]);
  const navigate = useNavigate();
  const query = toQuery(search, preferences);
  const list = useList(
    keys.reports(connection, query),
    ({ signal }) => host.call("reports_list", { connection, query }, { signal }),
    { ask: askForReports(host, connection, query), isWhole: useIsWhole(connection), isLike: isUsual(search) },
  );
  const rows = list.page?.rows ?? NO_ROWS;
  const writes = useReportWrites(connection);
  const { asked, ask, done } = useNewReport();
  const { writeNoticeOf, setWriteNotice } = useAftermaths();
  const area = useRef<HTMLDivElement>(null);
  const focusRow = useFocusRow(area);
  const [width, measure, isMeasured] = useWidth<HTMLDivElement>();
  const selection = useSelection(query, search, rows);
  const keysOf = useKeysOf();
  // The bar stays, so that what was begun with it goes on when nothing is selected any more.
  const [hasSelected, setHasSelected] = useState(false);
  if (selection.rows.length > 0 && !hasSelected) setHasSelected(true);
  const isThere = list.page !== undefined;
  // They are there before the next keys: Delete after a row was selected, and an address after a new report was asked for.
  useEffect(() => {
    // What fails here fails again where it is needed.
    if (isThere) Promise.all([loadSelectionBar(), loadNewReportDialog()]).catch(() => {});
  }, [isThere]);
  const isSortIgnored = list.isCurrent && (list.page?.sort_ignored ?? false);

  const change = (wanted: ReportSearch, replace = false) =>
    void navigate({ to: ".", search: (before) => changeSearch(readReportSearch(before), wanted), replace });
  const turnTo = (page: number) => change({ page: page > 1 ? page : undefined });

  const open = useCallback(
    (report: string) =>
      void navigate({
        to: "/c/$connection/reports/$report",
        params: { connection, report },
        search: searchBeside,
        replace: latestOpenId.current !== undefined,
      }),
    [navigate, connection],
  );
  const close = (focus: string | null | undefined) => {
    void navigate({ to: "/c/$connection/reports", params: { connection }, search: searchAlone });
    if (focus !== null) focusRow(focus);
  };
  /** Moves the focus to the removed report's neighbor. */
  const leave = (gone: string) => {
    const at = rows.findIndex(({ id }) => id === gone);
    const next = (rows[at + 1] ?? rows[at - 1])?.id;
    const isPanelGone = latestOpenId.current === gone;
    const isFree = isFocusFree(gone, isPanelGone);
    if (isPanelGone) close(isFree ? next : null);
    else if (isFree) focusRow(next);
  };

  const neighbors = useReportNeighbours(connection, query, list, openId);
  const [actions, dialogs] = useReportActions({
    isOpen: (id) => id === latestOpenId.current,
    open,
    setWriteNotice,
    onGone: leave,
  });
  const context: ReportsContextValue = { ...actions, rows, neighbors, open, close, writeNoticeOf, setWriteNotice };

  const { page } = list;
  useListCommands(list, turnTo);
  useCommand("select_all", rows.length > 0 ? () => selection.select("all") : null);

  const pager = (
    <Pager
      page={page}
      paging={generation.paging}
      knownAt={list.age}
      perPage={query.per_page}
      onPerPage={(per_page) => {
        savePreferences({ page_size: per_page });
        change({ per_page });
      }}
      onPage={turnTo}
    />
  );
  const newReport = ask && (
    <Button variant="primary" icon={Plus} keys={keysOf("new_report")} onPress={() => ask()}>
      <Trans>New report</Trans>
    </Button>
  );
  return (
    <ReportsProvider value={context}>
      <WithPanel
        panel={
          openId !== undefined && (
            <Suspense>
              <ReportPanel id={openId} />
            </Suspense>
          )
        }
      >
        <Screen
          title={t`Reports`}
          count={list.age === null ? page?.total : undefined}
          actions={
            <>
              <ReadAgain list={list} />
              <Suspense fallback={<div className={styles.menuRoom} />}>
                <ReportsExport list={list} query={query} />
              </Suspense>
              <Suspense fallback={<div className={styles.menuRoom} />}>
                <ViewMenu />
              </Suspense>
              {newReport}
            </>
          }
          toolbar={
            <ReportsToolbar
              connection={connection}
              search={search}
              generation={generation}
              isSortIgnored={isSortIgnored}
              hasPanel={openId !== undefined}
              onChange={change}
            >
              <Suspense fallback={<div className={styles.menuRoom} />}>
                <ReportColumnMenu width={width} />
              </Suspense>
            </ReportsToolbar>
          }
        >
          <ListNews list={list} />
          <Suspense>
            <ReportsNotices
              list={list}
              search={search}
              generation={generation}
              isSortIgnored={isSortIgnored}
              onChange={change}
            />
          </Suspense>
          <div ref={area} className={styles.rows}>
            <div ref={measure} className={styles.rows}>
              {/* Drawn before, it would be drawn once more at once, with the columns that there is room for. */}
              {isMeasured && (
                <Suspense>
                  <ReportsTable
                    list={list}
                    width={width}
                    search={search}
                    isSortIgnored={isSortIgnored}
                    onChange={change}
                    openId={openId}
                    selected={selection.ids}
                    onSelect={selection.select}
                    newReport={newReport}
                  />
                </Suspense>
              )}
            </div>
          </div>
          {hasSelected ? (
            <Suspense fallback={pager}>
              <SelectionBar
                rows={selection.rows}
                list={list}
                query={query}
                onSelect={selection.select}
                onFocus={focusRow}
              >
                {pager}
              </SelectionBar>
            </Suspense>
          ) : (
            pager
          )}
        </Screen>
      </WithPanel>
      {dialogs}
      {asked && (
        <Suspense>
          <NewReportDialog
            connection={connection}
            address={asked.address}
            onClose={done}
            create={writes.create}
            seek={writes.seek}
            onCreated={(row, aftermath) => {
              done();
              toast({ tone: "success", title: t`Report created`, description: row.address });
              setWriteNotice(row.id, aftermath);
              open(row.id);
            }}
            onOpen={(id) => {
              done();
              open(id);
            }}
          />
        </Suspense>
      )}
    </ReportsProvider>
  );
}
