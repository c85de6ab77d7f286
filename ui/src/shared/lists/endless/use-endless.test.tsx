import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import type { Page } from "../../../host/contract";
import { makeQueryClient } from "../../data/queries";
import type { List } from "../use-list";
import { joined, NO_PAGE } from "./joined";
import { MAX_ROWS, useEndless } from "./use-endless";

const SIZE = MAX_ROWS / 2;
const idOf = (row: number) => String(row);

const pageOf = (number: number): Page<number> => ({
  ...NO_PAGE,
  rows: Array.from({ length: SIZE }, (_, at) => (number - 1) * SIZE + at),
  number,
  total: MAX_ROWS * 2,
  has_next: true,
});

const list: List<number> = {
  isOfLibrary: false,
  isLibraryEmpty: false,
  page: pageOf(1),
  isCurrent: true,
  knownAt: null,
  age: null,
  ignored: null,
  readAt: 0,
  problem: null,
  isReading: false,
  isStale: false,
  read: () => {},
};

function start(read: (number: number) => Promise<Page<number>>, queries = makeQueryClient()) {
  const ask = (number: number) => ({ queryKey: ["page", number], queryFn: () => read(number) });
  return renderHook((shown: List<number>) => useEndless({ list: shown, query: "all", idOf, ask, initially: 1 }), {
    initialProps: list,
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  });
}

it("loads no more than a list can hold, and says that there are others", async () => {
  const read = vi.fn(async (number: number) => pageOf(number));
  const { result } = start(read);
  expect(result.current.more).toMatchObject({ isLoading: false, isFull: false });
  act(() => result.current.more.load?.());
  await waitFor(() => expect(result.current.list.page?.rows).toHaveLength(MAX_ROWS));
  expect(result.current.more).toMatchObject({ load: null, isLoading: false, isFull: true, problem: null });
  expect(read.mock.calls).toEqual([[2]]);
});

it("reads each page once although the clock is set back", async () => {
  const queries = makeQueryClient();
  queries.setQueryData(["page", 1], pageOf(1), { updatedAt: Date.now() + 3_600_000 });
  const read = vi.fn(async (number: number) => pageOf(number));
  const { result } = start(read, queries);
  act(() => result.current.more.load?.());
  await waitFor(() => expect(result.current.list.page?.rows).toHaveLength(MAX_ROWS));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(read.mock.calls).toEqual([[2]]);
});

const ofLibrary = { ...list, isOfLibrary: true, knownAt: "2026-03-05T10:00:00Z" };

it.each([
  ["the service's", list],
  ["the library's", ofLibrary],
])("changes %s rows once when all pages are read again", async (_, shown) => {
  const { rows, loadThree, readAgain, answer, answers } = reread(shown);
  await loadThree();
  await readAgain();
  await answer();
  await waitFor(() => expect(answers).toHaveLength(1));
  expect(rows()).toEqual([1, 2, 3]);
  await answer();
  await waitFor(() => expect(rows()).toEqual([11, 12, 13]));
});

it("shows what is read of the library's rows when that takes long", async () => {
  const { rows, loadThree, readAgain, answer } = reread(ofLibrary);
  await loadThree();
  await readAgain();
  expect(rows()).toEqual([1, 2, 3]);
  await waitFor(() => expect(rows()).toEqual([11, 2, 3]));
  await answer();
  await answer();
  await waitFor(() => expect(rows()).toEqual([11, 12, 13]));
});

/** A list whose three pages are read by hand; reading again gives other rows. */
function reread(given: List<number>) {
  const queries = makeQueryClient();
  const answers: (() => void)[] = [];
  let by = 0;
  const pageNow = (number: number) => ({ ...NO_PAGE, rows: [number + by], number, has_next: true });
  const read = (number: number) => new Promise<Page<number>>((resolve) => answers.push(() => resolve(pageNow(number))));
  const { result, rerender } = start(read, queries);
  const show = () => {
    queries.setQueryData(["page", 1], pageNow(1));
    rerender({ ...given, page: pageNow(1) });
  };
  const answer = async () => {
    await waitFor(() => expect(answers).not.toHaveLength(0));
    await act(async () => answers.shift()?.());
  };
  const rows = () => result.current.list.page?.rows;
  const loadThree = async () => {
    show();
    for (const shown of [
      [1, 2],
      [1, 2, 3],
    ]) {
      act(() => result.current.more.load?.());
      await answer();
      await waitFor(() => expect(rows()).toEqual(shown));
    }
  };
  const readAgain = async () => {
    by = 10;
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    show();
  };
  return { rows, loadThree, readAgain, answer, answers };
}

it("counts unreadable rows among those that a list can hold", async () => {
  const unreadable = Array.from({ length: SIZE }, (_, position) => ({ position, path: "data", raw: "{}" }));
  const { result } = start(async () => ({ ...pageOf(2), rows: [], unreadable }));
  act(() => result.current.more.load?.());
  await waitFor(() => expect(result.current.list.page?.unreadable).toHaveLength(SIZE));
  expect(result.current.more).toMatchObject({ load: null, isFull: true });
});

it("joins pages with positions of unreadable rows, and the total that was read last", () => {
  const bad = { position: 1, path: "data[1]", raw: "{}" };
  const first = { ...NO_PAGE, rows: [1, 2], unreadable: [bad], total: 9, has_next: true };
  const second = { ...NO_PAGE, rows: [2, 3], unreadable: [bad], number: 2, total: 8, sort_ignored: true };
  expect(joined([first, second], idOf)).toEqual({
    ...first,
    rows: [1, 2, 3],
    unreadable: [bad, { ...bad, position: 4 }],
    total: 8,
    has_next: false,
    sort_ignored: true,
  });
});
