import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keys, makeQueryClient } from "./queries";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("drops what nothing shows after a minute, and keeps what is shown", async () => {
  const queries = makeQueryClient();
  const open = (id: number) => {
    const queryKey = keys.report("1", String(id));
    return new QueryObserver(queries, { queryKey, queryFn: () => ({ id }) }).subscribe(() => {});
  };
  const close = Array.from({ length: 200 }, (_, id) => open(id));
  await vi.advanceTimersByTimeAsync(0);
  for (const one of close.slice(1)) one();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(queries.getQueriesData({ queryKey: keys.allReports("1") })).toHaveLength(200);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queries.getQueriesData({ queryKey: keys.allReports("1") })).toEqual([[keys.report("1", "0"), { id: 0 }]]);
});
