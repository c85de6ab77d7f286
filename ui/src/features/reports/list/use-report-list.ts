import { useQueryClient } from "@tanstack/react-query";
import { useHost } from "../../../host";
import type { Connection } from "../../../host/contract";
import { usePreferences } from "../../../shared/data/preferences";
import { keys } from "../../../shared/data/queries";
import { useCompleteAt, useIsWhole } from "../../../shared/data/sync";
import { type MoreRows, useEndless } from "../../../shared/lists/endless/use-endless";
import { useKeepPlace, useKeptPlace } from "../../../shared/lists/endless/use-kept-place";
import { agedBy, type List, useList } from "../../../shared/lists/use-list";
import { type ListArea, useListArea } from "../../../shared/lists/use-list-view";
import { type Neighbors, useNeighbors } from "../../../shared/lists/use-neighbors";
import { type RowSelection, useRowSelection } from "../../../shared/lists/use-row-selection";
import { type Planning, usePlanning } from "../../../shared/planning/use-planning";
import { isUsual, type ListedReport, type ListQuery, listKeyOf, toQuery, toServiceQuery } from "../search";
import { useIsRemoved } from "../use-is-removed";
import { askLibrary, askService, withoutRow } from "./pages";
import { type ReportsPlace, useReportsPlace } from "./use-reports-place";

/** A report list with its place, selection, and open report. */
export type ReportList = ReportsPlace &
  ListArea & {
    query: ListQuery;
    list: List<ListedReport>;
    /** Reads the list and the open report again. */
    reload: () => void;
    more: MoreRows;
    rows: readonly ListedReport[];
    idOf: (row: ListedReport) => string;
    selection: RowSelection<ListedReport>;
    /** Plans a batch of some of the reports. */
    planning: Planning;
    neighbors: Neighbors;
    /** The open report, if the service removed it: its row stays until it is closed. */
    removedKey: string | undefined;
    /** The list without that row. */
    remaining: List<ListedReport>;
  };

export type ReportListProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  reports: ReportList;
};

const NO_ROWS: ListedReport[] = [];

/**
 * The reports of a connection, from the service as long as it can answer, or else from the library; of all connections
 * with `null`, from the library.
 */
export function useReportList(connection: string | null): ReportList {
  const host = useHost();
  const client = useQueryClient();
  const [preferences] = usePreferences();
  const place = useReportsPlace(connection);
  const { search, openKey, open, select } = place;
  const query = toQuery(search, preferences);
  const asked = JSON.stringify([connection, query]);
  const served = toServiceQuery(query);
  const first = useList(connection === null || served === null ? null : askService(host, connection, served), {
    ask: askLibrary(host, connection, query),
    isFullySynced: useIsWhole(connection),
    approximatesService: isUsual(search),
  });
  const idOf = (row: ListedReport) => listKeyOf(row, connection === null);
  const { key, kept } = useKeptPlace(asked);
  const {
    list: endless,
    more,
    count,
  } = useEndless({
    list: first,
    query: asked,
    idOf,
    ask: (number, isOfService) => {
      const page = number > 1 ? { page: number } : {};
      return isOfService && connection !== null && served !== null
        ? askService(host, connection, { ...served, ...page })
        : askLibrary(host, connection, { ...query, ...page });
    },
    initially: kept?.pages ?? 1,
  });
  const list = agedBy(endless, useCompleteAt(connection));
  const reload = () => {
    list.read();
    if (openKey === undefined) return;
    const [of = "", id = ""] = connection === null ? openKey.split("/").map(decodeURIComponent) : [connection, openKey];
    void client.invalidateQueries({ queryKey: keys.report(of, id) });
  };
  const rows = list.page?.rows ?? NO_ROWS;
  const wanted = { query: asked, rows, idOf, wanted: search.selected, kept: kept?.selected, keep: select };
  const selection = useRowSelection(wanted);
  const planning = usePlanning();
  const neighbors = useNeighbors({ query: asked, page: list.page, more, idOf, openId: openKey, open });
  const removedKey = useIsRemoved(connection, openKey) && !list.isOfLibrary ? openKey : undefined;
  const area = useListArea();
  const isLoaded = list.page !== undefined && list.isCurrent && !more.isLoading;
  useKeepPlace({ area: area.element, key, kept, query: asked, isLoaded, pages: count, selected: selection.chosen });
  return {
    ...place,
    query,
    list,
    reload,
    more,
    rows,
    idOf,
    selection,
    planning,
    neighbors: removedKey === undefined ? neighbors : { ...neighbors, place: null },
    removedKey,
    remaining: removedKey === undefined || !list.page ? list : { ...list, page: withoutRow(list.page, removedKey) },
    ...area,
  };
}
