import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { problemOf, useHost } from "../../../host";
import type { Batch, BatchRow, BatchRows, ListBatchRows, Page, Problem } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { batchPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";

/** How a batch is, or what is wanted of it; drawn anew only when that changes. */
export function useBatch<T = Batch>(batch: number, select?: (batch: Batch) => T) {
  const host = useHost();
  return useQuery({
    queryKey: keys.batches.one(batch),
    queryFn: ({ signal }) => host.call("batch_read", { batch }, { signal }),
    // The core tells what becomes of it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    ...(select && { select }),
  });
}

/** A page of a batch's rows as lists show pages. */
export type RowsPage = {
  page: Page<BatchRow> | undefined;
  /** The page answers the present question, not an earlier one. */
  isCurrent: boolean;
  problem: Problem | null;
  read: () => void;
};

/**
 * A page of a batch's rows. What was there before stays in view until another one is read. Whoever uses it is not drawn
 * anew where the same rows are read again, as they are each second while the batch runs.
 */
export function useBatchRows(query: ListBatchRows): RowsPage {
  const host = useHost();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: keys.batches.rows(query),
    queryFn: ({ signal }) => host.call("batch_rows", query, { signal }),
    select: (answer) => asPage(answer, query.per_page),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return {
    page: data,
    isCurrent: data !== undefined && !isPlaceholderData,
    problem: error && problemOf(error),
    read: () => void refetch(),
  };
}

function asPage({ rows, number, total }: BatchRows, perPage: number): Page<BatchRow> {
  const offset = (number - 1) * perPage;
  return {
    rows,
    number,
    total,
    offset,
    has_next: offset + rows.length < total,
    unreadable: [],
    sort_ignored: false,
    filter_ignored: false,
  };
}

/** What can be told to a batch as it stands. */
type BatchCall = "batch_start" | "batch_pause" | "batch_cancel" | "batch_retry" | "batch_undo";

/** Telling something to a batch. */
export type BatchActs = {
  tell: (call: BatchCall) => void;
  /** The same; rejects where it fails. */
  ask: (call: BatchCall) => Promise<void>;
  /** What is being told. */
  pending: BatchCall | null;
  /** Why the last one failed. */
  problem: Problem | null;
};

/** Tells a batch what to do; what comes of it is shown when the core says so. Undoing leads to the new plan. */
export function useBatchActs({ number: batch, connection }: Pick<Batch, "number" | "connection">): BatchActs {
  const host = useHost();
  const queries = useQueryClient();
  const go = useGoTo();
  const act = useMutation({
    mutationFn: async (call: BatchCall) => {
      const answer = await host.call(call, { batch });
      if (call === "batch_undo") go(batchPath(connection, answer.number));
      // An answer may be older than what the core told meanwhile.
      else await queries.invalidateQueries({ queryKey: keys.batches.one(batch) });
    },
    // It may stand otherwise than this window thinks.
    onError: () => queries.invalidateQueries({ queryKey: keys.batches.one(batch) }),
  });
  return {
    tell: act.mutate,
    ask: act.mutateAsync,
    pending: act.isPending ? act.variables : null,
    problem: act.error && !act.isPending ? problemOf(act.error) : null,
  };
}
