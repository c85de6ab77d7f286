import { expect, it } from "vitest";
import { groupFixes, readFixSearch } from "../reports/library/fix-list/fix-search";
import { changeSearch, isFiltered, keyOf, libraryPlace, readLibrarySearch, toQuery } from "./search";

it("reads what an address says, and leaves out what it does not understand", () => {
  const raw = {
    verdict: "bad",
    score_min: 20,
    stale_days: 30,
    changed: "worse",
    since: 7,
    gone: true,
    sort_by: "score",
  };
  expect(readLibrarySearch(raw)).toEqual(raw);
  expect(readLibrarySearch({ search: 404, search_in: "checks" })).toEqual({ search: "404", search_in: "checks" });
  // An address can be typed or old.
  const odd = {
    verdict: "fine",
    score_min: -1,
    score_max: 101,
    stale_days: 0,
    since: 7,
    gone: "yes",
    page: 1,
    sort: 1,
  };
  expect(readLibrarySearch({ ...odd, search_in: "addresses" })).toEqual({});
  // The core counts scores and days in whole numbers.
  expect(readLibrarySearch({ score_min: 20.5, score_max: 1e-7, stale_days: 2.5, changed: "new", since: 1.5 })).toEqual({
    changed: "new",
    since: "last_time",
  });
  expect(readLibrarySearch({ changed: "new" })).toEqual({ changed: "new", since: "last_time" });
});

it("asks the library for that, and starts at the first page after a change", () => {
  const search = readLibrarySearch({ changed: "worse", since: 7, page: 3, selected: ["a/1"], view: "v1" });
  expect(toQuery(search, { page_size: 50 })).toEqual({
    changed: { change: "worse", since: { days: 7 } },
    page: 3,
    per_page: 50,
  });
  expect(toQuery({ changed: "new", since: "last_time" }, { page_size: 10 }).changed?.since).toBe("last_time");
  expect(changeSearch(search, { verdict: "bad" })).toEqual({ changed: "worse", since: 7, view: "v1", verdict: "bad" });
  expect([isFiltered({ sort_by: "score" }), isFiltered({ gone: true })]).toEqual([false, true]);
  const inChecks = readLibrarySearch({ search_in: "checks" });
  expect([inChecks, isFiltered(inChecks), toQuery(inChecks, { page_size: 10 })]).toEqual([
    { search_in: "checks" },
    false,
    { per_page: 10 },
  ]);
});

it("tells reports of different connections apart, whatever their ids are", () => {
  const key = keyOf({ connection: "a/b", row: { id: "c d" } });
  expect(key).toBe("a%2Fb/c%20d");
  expect(libraryPlace({ search: "17", selected: [key] }, key)).toBe(
    `/library/${key}?search=%2217%22&selected=${encodeURIComponent(JSON.stringify([key]))}`,
  );
});

it("groups failing checks by importance and finds them by their names in words", () => {
  const check = (name: string, importance: "high" | "low" | null) => ({ name, importance, pages: 1 });
  const checks = [check("meta_description", "high"), check("title", "low"), check("new_thing", null)];
  expect(groupFixes(checks, {}).map(({ importance }) => importance)).toEqual(["high", "low", null]);
  expect(groupFixes(checks, { text: "Meta desc" }).flatMap((group) => group.checks)).toEqual([checks[0]]);
  expect(groupFixes(checks, readFixSearch({ importance: "low", page: 2, sort_by: "score" }))).toEqual([
    { importance: "low", checks: [checks[1]] },
  ]);
});
