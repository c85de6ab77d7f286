import { useRouter, useRouterState, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { readPanelSearch } from "../reports";
import { changeSearch, keyOf, type LibrarySearch, libraryPlace, readLibrarySearch } from "./search";

/** What the address says of the library's list, and how to go on from there. */
export type LibraryPlace = {
  search: LibrarySearch;
  /** The key of the report that is open beside the list, if one is. */
  openKey: string | undefined;
  /** Changes parts of the search; `replace` where the step is not worth going back to. */
  change: (wanted: LibrarySearch, replace?: boolean) => void;
  /** Opens the report of this key beside the list, on another page of it if need be. */
  open: (key: string, page?: LibrarySearch) => void;
  /** Closes the open report. */
  close: () => void;
};

/** The key of the report that a place of the library has open, if it has one; the router may have decoded parts of it. */
function openAt(path: string): string | undefined {
  const [, connection, id] = /^\/library\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (connection === undefined || id === undefined) return undefined;
  return keyOf({ connection: decoded(connection), row: { id: decoded(id) } });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The place of the library's list. */
export function useLibraryPlace(): LibraryPlace {
  const router = useRouter();
  const go = useGoTo();
  const search = readLibrarySearch(useSearch({ strict: false }));
  const openKey = useRouterState({ select: ({ location }) => openAt(location.pathname) });

  // Of several steps each goes on from where the one before it led.
  const here = useCallback(() => {
    const { pathname, search: raw } = router.latestLocation;
    return { key: openAt(pathname), list: readLibrarySearch(raw), panel: readPanelSearch(raw) };
  }, [router]);
  const change = useCallback(
    (wanted: LibrarySearch, replace = false) => {
      const { key, list, panel } = here();
      go(libraryPlace({ ...changeSearch(list, wanted), ...panel }, key), { replace });
    },
    [go, here],
  );
  const open = useCallback(
    (key: string, page: LibrarySearch = {}) => {
      const { key: before, list, panel } = here();
      go(libraryPlace({ ...list, ...page, ...(panel.part && { part: panel.part }) }, key), {
        replace: before !== undefined,
      });
    },
    [go, here],
  );
  const close = useCallback(() => go(libraryPlace(here().list)), [go, here]);
  return { search, openKey, change, open, close };
}
