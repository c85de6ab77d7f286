import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { problemOf, useHost } from "../../../host";
import type { Batch, BatchRow, ListBatchRows, Page, Problem } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { asPage } from "../../../shared/lists/as-page";
import { batchPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";

/** A batch, or a part of it; rerenders only when that part changes. */
export function useBatch<T = Batch>(batch: number, select?: (batch: Batch) => T) {
  const host = useHost();
  return useQuery({
    queryKey: keys.batches.one(batch),
    queryFn: ({ signal }) => host.call("batch_read", { batch }, { signal }),
    // The core reports changes.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    ...(select && { select }),
  });
}

/** A page of a batch's rows, shaped like a list page. */
export type RowsPage = {
  page: Page<BatchRow> | undefined;
  /** The page belongs to the current query. */
  isCurrent: boolean;
  problem: Problem | null;
  read: () => void;
};

/** A page of a batch's rows; the previous one stays until it is read, and equal rows cause no rerender. */
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

/** Why rows failed, and the verdicts of new reports, which may arrive later, of a batch that has ended. */
export function useOutcome({ number, ended_at, acts, states }: Batch) {
  const host = useHost();
  const { data, error, refetch } = useQuery({
    queryKey: keys.library.batchOutcome(number, ended_at),
    queryFn: ({ signal }) => host.call("batch_outcome", { batch: number }, { signal }),
    enabled: states.failed > 0 || (acts.create > 0 && states.done > 0),
  });
  const listed = data?.failures.reduce((sum, { rows }) => sum + rows, 0) ?? 0;
  return {
    outcome: data,
    /** How many rows failed for reasons that aren’t listed. */
    others: data ? states.failed - listed : 0,
    problem: error && problemOf(error),
    read: () => void refetch(),
  };
}

type BatchCall = "batch_start" | "batch_pause" | "batch_cancel" | "batch_retry" | "batch_undo";

/** Controls of a batch. */
export type BatchActions = {
  tell: (call: BatchCall) => void;
  /** The same, but rejects on failure. */
  ask: (call: BatchCall) => Promise<void>;
  /** The call under way. */
  pending: BatchCall | null;
  /** The problem of the last call. */
  problem: Problem | null;
};

/** Controls a batch; results arrive as events, and undo opens the new plan, unless the batch was left meanwhile. */
export function useBatchActions({ number: batch, connection }: Pick<Batch, "number" | "connection">): BatchActions {
  const host = useHost();
  const queries = useQueryClient();
  const go = useGoTo();
  const router = useRouter();
  const act = useMutation({
    mutationFn: async (call: BatchCall) => {
      const answer = await host.call(call, { batch });
      const isHere = router.latestLocation.pathname === batchPath(connection, batch);
      if (call === "batch_undo" && isHere) go(batchPath(connection, answer.number));
      // The response may be older than an event.
      else await queries.invalidateQueries({ queryKey: keys.batches.one(batch) });
    },
    // The window's state may be outdated.
    onError: () => queries.invalidateQueries({ queryKey: keys.batches.one(batch) }),
  });
  return {
    tell: act.mutate,
    ask: act.mutateAsync,
    pending: act.isPending ? act.variables : null,
    problem: act.error && !act.isPending ? problemOf(act.error) : null,
  };
}
