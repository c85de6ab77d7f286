import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { List } from "../../app/use-list";
import { PROBLEMS, toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { LibraryQuery, LibraryRow } from "../../host/contract";
import type { Neighbours } from "../reports";
import { keyOf } from "./search";
import { askForPage } from "./use-library-list";
import type { LibraryPlace } from "./use-library-place";

/** Where the open report is in the library's list, and the ways to those before and after it. */
export function useLibraryNeighbours(
  query: LibraryQuery,
  { page, isCurrent }: List<LibraryRow>,
  { openKey, open }: LibraryPlace,
): Neighbours {
  const { i18n } = useLingui();
  const host = useHost();
  const client = useQueryClient();
  const [isTurning, setTurning] = useState(false);
  const here = `${JSON.stringify(query)} ${openKey}`;
  const latest = useRef<string | null>(here);
  useEffect(() => {
    latest.current = here;
    return () => {
      latest.current = null;
    };
  }, [here]);

  const index = page?.rows.findIndex((row) => keyOf(row) === openKey) ?? -1;
  if (!page || index < 0) return { previous: null, next: null, isTurning, place: null };

  async function turn(number: number, end: 0 | -1) {
    if (isTurning) return;
    setTurning(true);
    try {
      const { page: _, ...rest } = query;
      const page = number > 1 ? number : undefined;
      const wanted: LibraryQuery = page === undefined ? rest : { ...rest, page };
      const row = (await client.fetchQuery(askForPage(host, wanted))).rows.at(end);
      // Whoever went elsewhere meanwhile stays there.
      if (row && latest.current === here) open(keyOf(row), { page });
    } catch (thrown) {
      if (latest.current === here) toast({ tone: "error", title: i18n._(PROBLEMS[problemOf(thrown).code].title) });
    } finally {
      setTurning(false);
    }
  }

  const [before, after] = [page.rows[index - 1], page.rows[index + 1]];
  const turnTo = (number: number, end: 0 | -1, isThere: boolean) =>
    isCurrent && isThere ? () => void turn(number, end) : null;
  return {
    previous: before ? () => open(keyOf(before)) : turnTo(page.number - 1, -1, page.number > 1),
    next: after ? () => open(keyOf(after)) : turnTo(page.number + 1, 0, page.has_next),
    isTurning,
    place: { at: (page.offset ?? 0) + index + 1, of: page.total ?? page.rows.length, isOfPage: false },
  };
}
