import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useHost } from "../../host";
import type { ReportQuery, ReportRow } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import type { List } from "../../shared/lists/use-list";
import { type Neighbors, useNeighbors } from "../../shared/lists/use-neighbors";
import { askForReports } from "./list/from-library";
import { changeSearch, searchBeside } from "./search";

/** Where the open report is in the list, and the ways to those before and after it. */
export function useReportNeighbours(
  connection: string,
  query: ReportQuery,
  list: List<ReportRow>,
  openId: string | undefined,
): Neighbors {
  const host = useHost();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useNeighbors({
    list,
    query,
    idOf: ({ id }) => id,
    openId,
    read: async (page) => {
      const { page: _, ...rest } = query;
      const wanted: ReportQuery = page > 1 ? { ...rest, page } : rest;
      if (list.knownAt !== null) {
        return (await client.fetchQuery(askForReports(host, connection, wanted)))?.page.rows;
      }
      const answer = await client.fetchQuery({
        queryKey: keys.reports(connection, wanted),
        queryFn: ({ signal }) => host.call("reports_list", { connection, query: wanted }, { signal }),
      });
      return answer.rows;
    },
    go: (report, page) =>
      void navigate({
        to: "/c/$connection/reports/$report",
        params: { connection, report },
        search: (before) => {
          const search = searchBeside(before);
          return page === list.page?.number ? search : changeSearch(search, { page: page > 1 ? page : undefined });
        },
        replace: true,
      }),
  });
}
