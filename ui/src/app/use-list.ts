import { type QueryFunctionContext, type QueryKey, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { problemOf } from "../host";
import type { Page, Problem } from "../host/contract";

/** A page of a list as a screen shows it. */
export type List<Row> = {
  /** The page to show: the answer to the present query, or else the last one known. */
  page: Page<Row> | undefined;
  /** The page answers the present query, not an earlier one. */
  isCurrent: boolean;
  /** When the page was read, in milliseconds since 1970. */
  readAt: number;
  /** Why the present query could not be answered, if so. */
  problem: Problem | null;
  /** The service is being asked. */
  isReading: boolean;
  /** Asks again. */
  read: () => void;
};

/**
 * Reads a page of a list and keeps the last known one in view while another is read, and when that fails.
 * A question that is overtaken by another one is given up where the function hands its `signal` on. Whoever uses it must
 * be mounted anew for another connection.
 */
export function useList<Row>(
  queryKey: QueryKey,
  queryFn: (context: QueryFunctionContext) => Promise<Page<Row>>,
): List<Row> {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({ queryKey, queryFn });
  const [last, setLast] = useState<{ page: Page<Row>; at: number } | null>(null);
  if (data && (last?.page !== data || last.at !== dataUpdatedAt)) {
    setLast({ page: data, at: dataUpdatedAt });
  }
  const known = data ? { page: data, at: dataUpdatedAt } : last;
  return {
    page: known?.page,
    isCurrent: data !== undefined,
    readAt: known?.at ?? 0,
    // While asking again, the last trouble is old news unless there is nothing else to show.
    problem: error && !isFetching ? problemOf(error) : null,
    isReading: isFetching,
    read: () => void refetch(),
  };
}
