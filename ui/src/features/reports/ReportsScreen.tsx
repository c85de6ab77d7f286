import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus, RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Selection } from "react-aria-components";
import { useConnection } from "../../app/connection";
import { usePreferences } from "../../app/preferences";
import { keys } from "../../app/queries";
import { Screen } from "../../app/Screen";
import { useSortLabels } from "../../app/sort-labels";
import { useFocusRow } from "../../app/use-focus-row";
import { useList } from "../../app/use-list";
import { useShortcut } from "../../app/use-shortcut";
import {
  Button,
  FilterIgnored,
  LastKnown,
  Pager,
  SortIgnored,
  toast,
  UnreadableRows,
  useIsSlow,
} from "../../components";
import { useHost } from "../../host";
import type { ReportRow } from "../../host/contract";
import { type ReportsContextValue, ReportsProvider, useAftermaths } from "./context";
import { NewReportDialog } from "./NewReportDialog";
import { ReportPanel } from "./ReportPanel";
import styles from "./ReportsScreen.module.css";
import { ReportsTable } from "./ReportsTable";
import { ReportsToolbar } from "./ReportsToolbar";
import { SelectionBar } from "./SelectionBar";
import { changeSearch, NO_FILTERS, otherSort, type ReportSearch, readReportSearch, toQuery } from "./search";
import { useReportWrites } from "./use-report-writes";

const NO_ROWS: ReportRow[] = [];

/** The list of a connection's reports, with the open one beside it. */
export function ReportsScreen(): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const { id: connection, generation } = useConnection();
  const [preferences, savePreferences] = usePreferences();
  // The router hands on what it was given besides what was understood.
  const search = readReportSearch(useSearch({ from: "/c/$connection/reports" }));
  const { report: openId } = useParams({ strict: false });
  // A run over several reports ends long after it began.
  const latestOpenId = useRef(openId);
  useEffect(() => {
    latestOpenId.current = openId;
  }, [openId]);
  const navigate = useNavigate();
  const query = toQuery(search, preferences);
  const list = useList(keys.reports(connection, query), ({ signal }) =>
    host.call("reports_list", { connection, query }, { signal }),
  );
  const writes = useReportWrites(connection);
  const sortLabels = useSortLabels();
  const [isNewOpen, setNewOpen] = useState(false);
  const aftermaths = useAftermaths();
  const area = useRef<HTMLDivElement>(null);
  const focusRow = useFocusRow(area);
  const rows = list.page?.rows ?? NO_ROWS;

  const change = (wanted: ReportSearch, replace = false) =>
    void navigate({ to: ".", search: (before) => changeSearch(readReportSearch(before), wanted), replace });

  const context = useMemo<ReportsContextValue>(
    () => ({
      rows,
      open: (report) =>
        void navigate({
          to: "/c/$connection/reports/$report",
          params: { connection, report },
          search: readReportSearch,
          replace: openId !== undefined,
        }),
      close: (focus) => {
        void navigate({
          to: "/c/$connection/reports",
          params: { connection },
          search: readReportSearch,
        });
        focusRow(focus);
      },
      ...aftermaths,
    }),
    [rows, navigate, connection, openId, focusRow, aftermaths],
  );

  // A selection is of rows in view: another page or filter has others.
  const [selection, setSelection] = useState<{ of: string; chosen: Selection }>({ of: "", chosen: new Set() });
  const of = JSON.stringify(query);
  const chosen: Selection = selection.of === of ? selection.chosen : new Set();
  const selected = rows.filter(({ id }) => chosen === "all" || chosen.has(id));

  useShortcut("n", () => setNewOpen(true));
  const isSlow = useIsSlow(list.isReading);

  const isSortIgnored = list.isCurrent && (list.page?.sort_ignored ?? false);
  const instead = otherSort(search.sort_by ?? "id", generation);

  const newReport = (
    <Button variant="primary" icon={Plus} onPress={() => setNewOpen(true)}>
      <Trans>New report</Trans>
    </Button>
  );
  return (
    <ReportsProvider value={context}>
      <div className={styles.screen}>
        <Screen
          title={t`Reports`}
          count={list.page?.total}
          actions={
            <>
              <Button icon={RotateCw} aria-label={t`Read the list again`} onPress={list.read} isPending={isSlow} />
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
            />
          }
        >
          {list.problem && list.page && (
            <LastKnown problem={list.problem} since={list.readAt} isOtherQuery={!list.isCurrent} onRetry={list.read} />
          )}
          {isSortIgnored && (
            <SortIgnored
              label={sortLabels[search.sort_by ?? "id"]}
              instead={
                instead && {
                  label: sortLabels[instead],
                  onPress: () => change({ sort_by: instead, sort: search.sort }),
                }
              }
            />
          )}
          {list.page?.filter_ignored && list.isCurrent && <FilterIgnored onClear={() => change(NO_FILTERS)} />}
          {list.page && <UnreadableRows rows={list.page.unreadable} />}
          <div ref={area} className={styles.rows}>
            <ReportsTable
              list={list}
              search={search}
              generation={generation}
              isSortIgnored={isSortIgnored}
              onChange={change}
              openId={openId}
              onOpen={context.open}
              selected={chosen}
              onSelect={(next) => setSelection({ of, chosen: next })}
              newReport={newReport}
            />
          </div>
          <SelectionBar
            rows={selected}
            writes={writes}
            onSelect={(ids) => setSelection({ of, chosen: new Set(ids) })}
            onDeleted={(ids) => {
              if (latestOpenId.current !== undefined && ids.includes(latestOpenId.current)) context.close(undefined);
              focusRow(rows.find(({ id }) => !ids.includes(id))?.id);
            }}
          >
            <Pager
              page={list.page}
              paging={generation.paging}
              perPage={query.per_page}
              onPerPage={(per_page) => {
                savePreferences({ page_size: per_page });
                change({ per_page });
              }}
              onPage={(page) => change({ page: page > 1 ? page : undefined })}
            />
          </SelectionBar>
        </Screen>
        {openId !== undefined && <ReportPanel id={openId} />}
      </div>
      {isNewOpen && (
        <NewReportDialog
          connection={connection}
          onClose={() => setNewOpen(false)}
          create={writes.create}
          seek={writes.seek}
          onCreated={(row, aftermath) => {
            setNewOpen(false);
            toast({ tone: "success", title: t`Report created`, description: row.address });
            context.setAftermath(row.id, aftermath);
            context.open(row.id);
          }}
          onOpen={(id) => {
            setNewOpen(false);
            context.open(id);
          }}
        />
      )}
    </ReportsProvider>
  );
}
