import { useQueryClient } from "@tanstack/react-query";
import { linkOptions, useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useHost } from "../../../host";
import { askKnownReport } from "../../../shared/data/known-report";
import { useProjectScope } from "../../../shared/screen/project-scope";
import { changeSearch, keyOf, type ReportSearch, readReportSearch, searchAlone, searchBeside } from "../search";

/** A report list's URL state and navigation. */
export type ReportsPlace = {
  search: ReportSearch;
  /** The open report: its id, or its key among all connections. */
  openKey: string | undefined;
  /** The same, for late actions. */
  latestKey: { readonly current: string | undefined };
  /** Changes the search; `replace` adds no history entry. */
  change: (wanted: ReportSearch, replace?: boolean) => void;
  /** Selects rows. */
  select: (selected: string[] | undefined) => void;
  /** Opens a report beside the list. */
  open: (key: string) => void;
  /** Closes the open report. */
  close: () => void;
};

/** The place of a connection's list, or of all connections' with `null`. */
export function useReportsPlace(connection: string | null): ReportsPlace {
  const host = useHost();
  const queries = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  // The router also passes on unrecognized parameters.
  const written = readReportSearch(useSearch({ strict: false }));
  const project = useProjectScope()?.project;
  const search = project === undefined ? written : { ...written, project };
  const params = useParams({ strict: false });
  const { report } = params;
  const openKey = report === undefined || connection !== null ? report : keyOf(params.connection ?? "", report);
  const latestKey = useRef(openKey);
  useEffect(() => {
    latestKey.current = openKey;
    return () => {
      latestKey.current = undefined;
    };
  }, [openKey]);

  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const change = (wanted: ReportSearch, replace = false) =>
    void navigate({ to: ".", search: (before) => changeSearch(readReportSearch(before), wanted), replace });
  const select = (selected: string[] | undefined) =>
    void navigate({ to: ".", search: (before) => readReportSearch({ ...before, selected }), replace: true });
  const open = useCallback(
    (key: string) => {
      const [of = "", report = ""] = connection === null ? key.split("/").map(decodeURIComponent) : [connection, key];
      // Once the list was left, the search is another screen's.
      const beside = isLeft.current ? {} : searchBeside;
      const place =
        connection !== null && project !== undefined
          ? linkOptions({
              to: "/c/$connection/projects/$project/reports/$report",
              params: { connection: of, project, report },
              search: beside,
            })
          : linkOptions({
              to: connection === null ? "/reports/$connection/$report" : "/c/$connection/reports/$report",
              params: { connection: of, report },
              search: beside,
            });
      // Pressed twice: on its way, it would start over.
      if (router.buildLocation(place).href === router.latestLocation.href) return;
      // Its panel shows this at once. Prefetch only: the panel reports errors.
      void queries.prefetchQuery(askKnownReport(host, of, report));
      void navigate({ ...place, replace: latestKey.current !== undefined });
    },
    [router, queries, host, navigate, connection, project],
  );
  const close = () =>
    void (connection !== null && project !== undefined
      ? navigate({
          to: "/c/$connection/projects/$project/reports",
          params: { connection, project },
          search: searchAlone,
        })
      : connection !== null
        ? navigate({ to: "/c/$connection/reports", params: { connection }, search: searchAlone })
        : navigate({ to: "/reports", search: searchAlone }));
  return { search, openKey, latestKey, change, select, open, close };
}
