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
  page: Page<Row> | undefined;
  more: MoreRows;
  idOf: (row: Row) => string;
  openId: string | undefined;
  /** Opens a row. */
  open: (id: string) => void;
};

/** The open row's position, and ways to the previous and next row. */
export function useNeighbors<Row>({ page, more, idOf, openId, open }: NeighborsOptions<Row>): Neighbors {
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

  const fromIndex = from === null ? -1 : indexOf(from);
  const next = fromIndex < 0 ? undefined : rows[fromIndex + 1];
  const isEnd = !isLoading && (problem !== null || load === null);
  const isDone = from !== null && (next !== undefined || fromIndex < 0 || isEnd);
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

  const index = openId === undefined ? -1 : indexOf(openId);
  if (!page || index < 0) return { previous: null, next: null, isTurning: from !== null, place: null };

  const step = (by: 1 | -1) => {
    const isFurther = by > 0 && (load !== null || isLoading || problem !== null);
    if (!rows[index + by] && !isFurther) return null;
    return () => {
      const at = indexOf(way.current.at(-1));
      const row = at < 0 ? undefined : rows[at + by];
      if (row) go(row);
      else if (at >= 0 && isFurther && from === null) {
        setFrom(way.current.at(-1) ?? null);
        if (problem) more.retry();
        else load?.();
      }
    };
  };
  return { previous: step(-1), next: step(1), isTurning: from !== null, place: placeOf(page, index) };
}

function placeOf({ unreadable, total }: Page<unknown>, index: number): Neighbors["place"] {
  let at = index;
  for (const { position } of unreadable) if (position <= at) at += 1;
  return { at: at + 1, of: total };
}
