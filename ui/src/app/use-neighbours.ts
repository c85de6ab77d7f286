import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { PROBLEMS, toast } from "../components";
import { problemOf } from "../host";
import type { Page } from "../host/contract";
import type { List } from "./use-list";

/** The open row among those of the list. */
export type Neighbours = {
  /** Goes to the row before or after it, on another page if need be; `null` where there is none. */
  previous: (() => void) | null;
  next: (() => void) | null;
  /** Another page is being read to go there. */
  isTurning: boolean;
  /** Which one it is, from 1, and of how many: of the whole list where that is known, or else of the page. */
  place: { at: number; of: number; isOfPage: boolean } | null;
};

/** The list, which of its rows is open, and how to go to others. */
export type NeighboursOptions<Row> = {
  list: List<Row>;
  /** The question that the rows answer. */
  query: unknown;
  idOf: (row: Row) => string;
  /** The id of the open row. */
  openId: string | undefined;
  /** Reads the rows of another page of the same list, counted from 1. */
  read: (page: number) => Promise<readonly Row[] | undefined>;
  /** Opens a row of this page. */
  go: (id: string, page: number) => void;
};

/** Where the open row is in a list, and the ways to those before and after it. */
export function useNeighbours<Row>({
  list: { page, isCurrent },
  query,
  idOf,
  openId,
  read,
  go,
}: NeighboursOptions<Row>): Neighbours {
  const { t, i18n } = useLingui();
  const [isTurning, setTurning] = useState(false);
  const here = `${JSON.stringify(query)} ${openId}`;
  const latest = useRef<string | null>(here);
  useEffect(() => {
    latest.current = here;
    return () => {
      latest.current = null;
    };
  }, [here]);

  const index = page && openId !== undefined ? page.rows.findIndex((row) => idOf(row) === openId) : -1;
  if (!page || index < 0) return { previous: null, next: null, isTurning, place: null };

  async function turn(number: number, end: 0 | -1) {
    if (isTurning) return;
    setTurning(true);
    try {
      const row = (await read(number))?.at(end);
      // Whoever went elsewhere meanwhile stays there.
      if (latest.current !== here) return;
      if (row) go(idOf(row), number);
      else toast({ tone: "info", title: t`There is nothing on this page` });
    } catch (thrown) {
      if (latest.current !== here) return;
      toast({ tone: "error", title: i18n._(PROBLEMS[problemOf(thrown).code].title) });
    } finally {
      setTurning(false);
    }
  }

  const { number } = page;
  const [before, after] = [page.rows[index - 1], page.rows[index + 1]];
  const to = (row: Row | undefined, other: number, end: 0 | -1, isThere: boolean) => {
    if (row) return () => go(idOf(row), number);
    return isCurrent && isThere ? () => void turn(other, end) : null;
  };
  return {
    previous: to(before, number - 1, -1, number > 1),
    next: to(after, number + 1, 0, page.has_next),
    isTurning,
    place: placeOf(page, index),
  };
}

function placeOf({ rows, unreadable, offset, total }: Page<unknown>, index: number): Neighbours["place"] {
  if (offset === null || total === null) return { at: index + 1, of: rows.length, isOfPage: true };
  let at = index;
  for (const { position } of unreadable) if (position <= at) at += 1;
  return { at: offset + at + 1, of: total, isOfPage: false };
}
