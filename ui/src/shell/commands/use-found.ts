import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useHost } from "../../host";
import type { Connection, Project, ReportRow } from "../../host/contract";
import { isPageAddress, withoutScheme } from "../../host/page-urls";
import { askKnownReport } from "../../shared/data/known-report";
import { keys } from "../../shared/data/queries";
import type { Recent } from "./recents";

/** Reports to rank, and reports and projects to show. */
const [CANDIDATES, MAX_REPORTS, MAX_PROJECTS] = [50, 6, 3] as const;

/** The library searches for at most this many characters. */
const MAX_SEARCH = 500;

export type FoundReport = { connection: string; row: ReportRow };
export type FoundProject = { connection: string; project: Project };

export type Found = {
  reports: readonly FoundReport[];
  projects: readonly FoundProject[];
  /** The answer to this text is still to come; others may be shown until then. */
  isSearching: boolean;
};

/** The part of a text to search URLs for, as services store them (`field-notes.md` 5). */
export function searchOf(text: string): string {
  const address = withoutScheme(text)
    .replace(/#.*$/, "")
    .replace(/^www\./i, "")
    .replace(/\/$/, "");
  return (isPageAddress(text) ? address : text).slice(0, MAX_SEARCH);
}

/** The library's reports and projects that match a text, best first. */
export function useFound(text: string, connections: readonly Connection[], isAll: boolean): Found {
  const host = useHost();
  const search = searchOf(text);
  const isAddress = isPageAddress(text);
  const connection = isAll ? null : (connections[0]?.id ?? null);
  const isOn = search !== "" && connections.length > 0;
  const { data, isPlaceholderData, isPending } = useQuery({
    queryKey: keys.library.found(connection, search, isAddress),
    queryFn: async ({ signal }) => {
      const sorted = isAddress ? ({ sort_by: "address", sort: "asc" } as const) : { sort_by: "generated" as const };
      const [{ rows }, ...projects] = await Promise.all([
        host.call("library_list", { connection, search, ...sorted, per_page: CANDIDATES }, { signal }),
        ...connections.map(async ({ id }) => {
          const query = { search, sort_by: "project", sort: "asc", per_page: 10 } as const;
          const page = await host.call("library_projects", { connection: id, query }, { signal });
          return page.rows.map((project) => ({ connection: id, project }));
        }),
      ]);
      return {
        reports: best(rows, search, ({ row }) => row.address, MAX_REPORTS),
        projects: best(projects.flat(), search, ({ project }) => project.project, MAX_PROJECTS),
      };
    },
    enabled: isOn,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  if (!isOn) return { reports: [], projects: [], isSearching: false };
  return { reports: data?.reports ?? [], projects: data?.projects ?? [], isSearching: isPending || isPlaceholderData };
}

/** The first of those whose text is the search, begins with it, has a word that does, or contains it, in this order. */
function best<Item>(items: readonly Item[], search: string, textOf: (item: Item) => string, most: number): Item[] {
  const wanted = search.toLowerCase();
  const rank = (item: Item) => {
    const text = textOf(item).toLowerCase();
    const at = text.indexOf(wanted);
    if (text === wanted) return 0;
    if (at <= 0) return at === 0 ? 1 : 3;
    return /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") ? 3 : 2;
  };
  return [...items].sort((one, other) => rank(one) - rank(other)).slice(0, most);
}

/** The saved copies of recent reports that still exist. */
export function useRecentReports(recents: readonly Recent[]): readonly FoundReport[] {
  const host = useHost();
  const wanted = recents.filter((recent) => recent.kind === "report");
  const answers = useQueries({
    queries: wanted.map(({ connection, report }) => askKnownReport(host, connection, report)),
  });
  return wanted.flatMap(({ connection }, at) => {
    const known = answers[at]?.data;
    return known && known.gone_at === null ? { connection, row: known.report.row } : [];
  });
}
