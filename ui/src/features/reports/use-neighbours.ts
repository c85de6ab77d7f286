import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { keys } from "../../app/queries";
import type { List } from "../../app/use-list";
import { PROBLEMS, toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Page, ReportQuery, ReportRow } from "../../host/contract";
import { askForReports } from "./ask-library";
import { changeSearch, searchBeside } from "./search";

/** The open report among those of the list. */
export type Neighbours = {
  /** Goes to the report before or after it, on another page if need be; `null` where there is none. */
  previous: (() => void) | null;
  next: (() => void) | null;
  /** Another page is being read to go there. */
  isTurning: boolean;
  /** Which one it is, from 1, and of how many: of the whole list where the service says, or else of the page. */
  place: { at: number; of: number; isOfPage: boolean } | null;
};

/** Where the open report is in the list, and the ways to those before and after it. */
export function useNeighbours(
  connection: string,
  query: ReportQuery,
  { page, isCurrent, knownAt }: List<ReportRow>,
  openId: string | undefined,
): Neighbours {
  const { t, i18n } = useLingui();
  const host = useHost();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isTurning, setTurning] = useState(false);
  const here = `${JSON.stringify(query)} ${openId}`;
  const latest = useRef<string | null>(here);
  useEffect(() => {
    latest.current = here;
    return () => {
      latest.current = null;
    };
  }, [here]);

  const index = page && openId !== undefined ? page.rows.findIndex(({ id }) => id === openId) : -1;
  if (!page || index < 0) return { previous: null, next: null, isTurning, place: null };

  const go = (report: string, number: number) =>
    void navigate({
      to: "/c/$connection/reports/$report",
      params: { connection, report },
      search: (before) => {
        const search = searchBeside(before);
        return number === page.number ? search : changeSearch(search, { page: number > 1 ? number : undefined });
      },
      replace: true,
    });

  async function turn(number: number, end: 0 | -1) {
    if (isTurning) return;
    const { page: _, ...rest } = query;
    const wanted: ReportQuery = number > 1 ? { ...rest, page: number } : rest;
    setTurning(true);
    try {
      const turned =
        knownAt === null
          ? await client.fetchQuery({
              queryKey: keys.reports(connection, wanted),
              queryFn: ({ signal }) => host.call("reports_list", { connection, query: wanted }, { signal }),
            })
          : (await client.fetchQuery(askForReports(host, connection, wanted)))?.page;
      const row = turned?.rows.at(end);
      // Whoever went elsewhere meanwhile stays there.
      if (latest.current !== here) return;
      if (row) go(row.id, number);
      else toast({ tone: "info", title: t`There is nothing on this page` });
    } catch (thrown) {
      if (latest.current !== here) return;
      toast({ tone: "error", title: i18n._(PROBLEMS[problemOf(thrown).code].title) });
    } finally {
      setTurning(false);
    }
  }

  const [before, after] = [page.rows[index - 1], page.rows[index + 1]];
  return {
    previous: before
      ? () => go(before.id, page.number)
      : isCurrent && page.number > 1
        ? () => void turn(page.number - 1, -1)
        : null,
    next: after
      ? () => go(after.id, page.number)
      : isCurrent && page.has_next
        ? () => void turn(page.number + 1, 0)
        : null,
    isTurning,
    place: placeOf(page, index),
  };
}

function placeOf({ rows, unreadable, offset, total }: Page<ReportRow>, index: number): Neighbours["place"] {
  if (offset === null || total === null) return { at: index + 1, of: rows.length, isOfPage: true };
  let at = index;
  for (const { position } of unreadable) if (position <= at) at += 1;
  return { at: offset + at + 1, of: total, isOfPage: false };
}
