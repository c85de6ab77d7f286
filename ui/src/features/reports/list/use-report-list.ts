import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { useHost } from "../../../host";
import { usePreferences } from "../../../shared/data/preferences";
import { useIsWhole } from "../../../shared/data/sync";
import { useFocusRow } from "../../../shared/lists/use-focus-row";
import { type List, useList } from "../../../shared/lists/use-list";
import { type Neighbors, useNeighbors } from "../../../shared/lists/use-neighbors";
import { type RowSelection, useRowSelection } from "../../../shared/lists/use-row-selection";
import { isUsual, keyOf, type ListedReport, type ListQuery, toQuery, toServiceQuery } from "../search";
import { askLibrary, askService } from "./pages";
import { type ReportsPlace, useReportsPlace } from "./use-reports-place";

/** A report list with its place, selection, and open report. */
export type ReportList = ReportsPlace & {
  query: ListQuery;
  list: List<ListedReport>;
  rows: readonly ListedReport[];
  idOf: (row: ListedReport) => string;
  selection: RowSelection<ListedReport>;
  neighbors: Neighbors;
  turnTo: (page: number) => void;
  /** The element that holds the rows. */
  area: RefObject<HTMLDivElement | null>;
  focusRow: (key: string | undefined) => void;
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
  const { search, openKey, open, change, select } = place;
  const query = toQuery(search, preferences);
  const asked = (one: ListQuery) => {
    const served = toServiceQuery(one);
    return connection === null || served === null ? null : askService(host, connection, served);
  };
  const list = useList(asked(query), {
    ask: askLibrary(host, connection, query),
    isFullySynced: useIsWhole(connection),
    approximatesService: isUsual(search),
  });
  const rows = list.page?.rows ?? NO_ROWS;
  const idOf = (row: ListedReport) => (connection === null && row.known ? keyOf(row.known.connection, row.id) : row.id);
  const selection = useRowSelection({ query, rows, idOf, wanted: search.selected, keep: select });
  const neighbors = useNeighbors({
    list,
    query,
    idOf,
    openId: openKey,
    read: async (page) => {
      const { page: _, ...rest } = query;
      const wanted: ListQuery = page > 1 ? { ...rest, page } : rest;
      const service = list.knownAt === null ? asked(wanted) : null;
      if (service) return (await client.fetchQuery(service)).rows;
      return (await client.fetchQuery(askLibrary(host, connection, wanted)))?.page.rows;
    },
    go: (key, page) => (page === list.page?.number ? open(key) : open(key, { page: page > 1 ? page : undefined })),
  });
  const area = useRef<HTMLDivElement>(null);
  return {
    ...place,
    query,
    list,
    rows,
    idOf,
    selection,
    neighbors,
    turnTo: (page) => change({ page: page > 1 ? page : undefined }),
    area,
    focusRow: useFocusRow(area),
  };
}
