import { useQueryClient } from "@tanstack/react-query";
import { useHost } from "../../host";
import type { LibraryQuery, LibraryRow } from "../../host/contract";
import { askForPage } from "../../shared/lists/library-list";
import type { List } from "../../shared/lists/use-list";
import { type Neighbors, useNeighbors } from "../../shared/lists/use-neighbors";
import { keyOf } from "./search";
import type { LibraryPlace } from "./use-library-place";

/** Where the open report is in the library's list, and the ways to those before and after it. */
export function useLibraryNeighbours(
  query: LibraryQuery,
  list: List<LibraryRow>,
  { openKey, open }: LibraryPlace,
): Neighbors {
  const host = useHost();
  const client = useQueryClient();
  return useNeighbors({
    list,
    query,
    idOf: keyOf,
    openId: openKey,
    read: async (page) => {
      const { page: _, ...rest } = query;
      return (await client.fetchQuery(askForPage(host, page > 1 ? { ...rest, page } : rest))).rows;
    },
    go: (key, page) => {
      if (page === list.page?.number) open(key);
      else open(key, { page: page > 1 ? page : undefined, selected: undefined });
    },
  });
}
