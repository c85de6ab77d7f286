import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { toast } from "../../components";
import { problemOf } from "../../host";
import type { Page } from "../../host/contract";
import { PROBLEMS } from "../problems";
import type { List } from "./use-list";

/** The open row's neighbors in the list. */
export type Neighbors = {
  /** Opens the previous row, on another page if needed; `null` if there is none. */
  previous: (() => void) | null;
  next: (() => void) | null;
  /** Another page is being read for this. */
  isTurning: boolean;
  /** Position from 1, and the total of the list, or of the page if the list's is unknown. */
  place: { at: number; of: number; isOfPage: boolean } | null;
};

/** Options of `useNeighbors`. */
export type NeighborsOptions<Row> = {
  list: List<Row>;
  /** Identifies the query that the rows belong to. */
  query: unknown;
  idOf: (row: Row) => string;
  openId: string | undefined;
  /** Reads another page of the same list, from 1. */
  read: (page: number) => Promise<readonly Row[] | undefined>;
  /** Opens a row of a page. */
  go: (id: string, page: number) => void;
};

/** The open row's position, and ways to the previous and next row. */
export function useNeighbors<Row>({
  list: { page, isCurrent },
  query,
  idOf,
  openId,
  read,
  go,
}: NeighborsOptions<Row>): Neighbors {
  const { t, i18n } = useLingui();
  const [isTurning, setTurning] = useState(false);
  // Steps not rendered yet: quick presses continue from the last one.
  const way = useRef([openId]);
  useEffect(() => {
    const at = way.current.indexOf(openId);
    way.current = at < 0 ? [openId] : way.current.slice(at);
  }, [openId]);
  const question = JSON.stringify(query);
  const latest = useRef<string | null>(question);
  useEffect(() => {
    latest.current = question;
    return () => {
      latest.current = null;
    };
  }, [question]);

  const index = page && openId !== undefined ? page.rows.findIndex((row) => idOf(row) === openId) : -1;
  if (!page || index < 0) return { previous: null, next: null, isTurning, place: null };

  const { rows, number, has_next } = page;
  const to = (row: Row, other: number) => {
    const id = idOf(row);
    way.current.push(id);
    go(id, other);
  };

  async function turn(other: number, end: 0 | -1) {
    if (isTurning) return;
    setTurning(true);
    const from = way.current.at(-1);
    // The user went elsewhere in the meantime.
    const isLeft = () => latest.current !== question || way.current.at(-1) !== from;
    try {
      const row = (await read(other))?.at(end);
      if (isLeft()) return;
      if (row) to(row, other);
      else toast({ tone: "info", title: t`There is nothing on this page` });
    } catch (thrown) {
      if (isLeft()) return;
      toast({ tone: "error", title: i18n._(PROBLEMS[problemOf(thrown).code].title) });
    } finally {
      setTurning(false);
    }
  }

  const step = (by: 1 | -1) => {
    const isFurther = isCurrent && (by > 0 ? has_next : number > 1);
    if (!rows[index + by] && !isFurther) return null;
    return () => {
      const at = rows.findIndex((row) => idOf(row) === way.current.at(-1));
      // The last step turned the page.
      if (at < 0) return;
      const row = rows[at + by];
      if (row) to(row, number);
      else if (isFurther) void turn(number + by, by > 0 ? 0 : -1);
    };
  };
  return {
    previous: step(-1),
    next: step(1),
    isTurning,
    place: placeOf(page, index),
  };
}

function placeOf({ rows, unreadable, offset, total }: Page<unknown>, index: number): Neighbors["place"] {
  if (offset === null || total === null) return { at: index + 1, of: rows.length, isOfPage: true };
  let at = index;
  for (const { position } of unreadable) if (position <= at) at += 1;
  return { at: offset + at + 1, of: total, isOfPage: false };
}
