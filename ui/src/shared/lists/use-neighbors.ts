import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { toast } from "../../components";
import type { Page } from "../../host/contract";
import { PROBLEMS } from "../problems";
import type { MoreRows } from "./endless/use-endless";

/** The open row's neighbors in the list. */
export type Neighbors = {
  /** Opens the previous row; `null` if there is none. */
  previous: (() => void) | null;
  /** Opens the next row, which is loaded if needed; `null` if there is none. */
  next: (() => void) | null;
  /** Rows are being loaded for this. */
  isTurning: boolean;
  /** Position from 1, and the total of the list, if known. */
  place: { at: number; of: number | null } | null;
};

/** Options of `useNeighbors`. */
export type NeighborsOptions<Row> = {
  /** The list’s request: a row that left the list has no place in another one. */
  query: string;
  page: Page<Row> | undefined;
  more: MoreRows;
  idOf: (row: Row) => string;
  openId: string | undefined;
  /** Opens a row. */
  open: (id: string) => void;
};

/** The open row's position, and ways to the previous and next row. */
export function useNeighbors<Row>({ query, page, more, idOf, openId, open }: NeighborsOptions<Row>): Neighbors {
  const { i18n } = useLingui();
  // Steps not rendered yet: quick presses continue from the last one.
  const way = useRef([openId]);
  useEffect(() => {
    const at = way.current.indexOf(openId);
    way.current = at < 0 ? [openId] : way.current.slice(at);
  }, [openId]);
  /** The row whose next one opens as soon as it is loaded. */
  const [from, setFrom] = useState<string | null>(null);

  const { load, isLoading, problem } = more;
  const rows = page?.rows ?? [];
  const indexOf = (id: string | undefined) => rows.findIndex((row) => idOf(row) === id);
  const go = (row: Row) => {
    const id = idOf(row);
    way.current.push(id);
    open(id);
  };

  const index = openId === undefined ? -1 : indexOf(openId);
  const [last, setLast] = useState({ id: openId, query, index });
  if (index >= 0 && (last.id !== openId || last.query !== query || last.index !== index)) {
    setLast({ id: openId, query, index });
  }
  /** Where the rows before and after it are, also once it no longer matches the list; `null` if that is unknown. */
  const around = (id: string | undefined) => {
    const at = indexOf(id);
    if (at >= 0) return { before: at - 1, after: at + 1 };
    const hasLeft = last.id === id && last.query === query && last.index >= 0;
    return hasLeft ? { before: last.index - 1, after: last.index } : null;
  };

  const fromPlace = from === null ? null : around(from);
  const next = fromPlace ? rows[fromPlace.after] : undefined;
  const isEnd = !isLoading && (problem !== null || load === null);
  const isDone = from !== null && (next !== undefined || fromPlace === null || isEnd);
  useEffect(() => {
    // The loaded page may have had no row to open.
    if (from !== null && !isDone && !isLoading) load?.();
    if (!isDone) return;
    setFrom(null);
    // The user went elsewhere in the meantime.
    if (way.current.at(-1) !== from) return;
    if (next !== undefined) go(next);
    else if (problem) toast({ tone: "error", title: i18n._(PROBLEMS[problem.code].title) });
  });

  const place = around(openId);
  if (!page || !place) return { previous: null, next: null, isTurning: from !== null, place: null };

  const step = (to: "before" | "after") => {
    const isFurther = to === "after" && (load !== null || isLoading || problem !== null);
    if (!rows[place[to]] && !isFurther) return null;
    return () => {
      const at = around(way.current.at(-1));
      const row = at ? rows[at[to]] : undefined;
      if (row) go(row);
      else if (at && isFurther && from === null) {
        setFrom(way.current.at(-1) ?? null);
        if (problem) more.retry();
        else load?.();
      }
    };
  };
  return {
    previous: step("before"),
    next: step("after"),
    isTurning: from !== null,
    place: index < 0 ? null : placeOf(page, index),
  };
}

function placeOf({ unreadable, total }: Page<unknown>, index: number): Neighbors["place"] {
  let at = index;
  for (const { position } of unreadable) if (position <= at) at += 1;
  return { at: at + 1, of: total };
}
