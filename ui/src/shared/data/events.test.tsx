import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HostProvider } from "../../host";
import { FakeHost } from "../../host/fake/index";
import { EventsProvider } from "./events";
import { keys, makeQueryClient } from "./queries";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("rereads a running batch's rows at once, then at most four times a second, and after the last event", async () => {
  const host = new FakeHost();
  const { number } = await host.call("batch_plan", host.batches.tell("create-three"));
  const batch = { ...(await host.call("batch_read", { batch: number })), state: "running" as const };
  const queries = makeQueryClient();
  queries.setQueryData(keys.batches.one(number), batch);
  render(
    <HostProvider value={host}>
      <QueryClientProvider client={queries}>
        <EventsProvider>{null}</EventsProvider>
      </QueryClientProvider>
    </HostProvider>,
  );
  const reread = vi.spyOn(queries, "invalidateQueries");
  const reads = () => reread.mock.calls.filter(([filters]) => filters?.queryKey?.[1] === "rows").length;
  const tell = () => host.tell({ kind: "batch", batch });

  tell();
  expect(reads()).toBe(1);
  await vi.advanceTimersByTimeAsync(60);
  tell();
  await vi.advanceTimersByTimeAsync(60);
  tell();
  expect(reads()).toBe(1);
  await vi.advanceTimersByTimeAsync(130);
  expect(reads()).toBe(2);

  // The read after the last event begins a pause, too.
  await vi.advanceTimersByTimeAsync(60);
  tell();
  expect(reads()).toBe(2);
  await vi.advanceTimersByTimeAsync(190);
  expect(reads()).toBe(3);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reads()).toBe(3);
  tell();
  expect(reads()).toBe(4);
});
