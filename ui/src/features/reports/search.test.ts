import { describe, expect, it } from "vitest";
import { usualPreferences } from "../../host/fake/index";
import { toLibraryQuery } from "./list/from-library";
import {
  changeSearch,
  isFiltered,
  isSortedOtherwise,
  keyOf,
  readReportSearch,
  SORTS,
  searchAlone,
  searchBeside,
  toQuery,
  toServiceQuery,
} from "./search";

describe("readReportSearch", () => {
  it("keeps what the interface has", () => {
    const raw = {
      search: "shop",
      result: "bad",
      project: "example.com",
      sort_by: "generated_at",
      sort: "asc",
      per_page: 50,
      selected: ["4100", "a/b"],
      part: "history",
      before: 3,
      after: 12,
      snapshot: 7,
    };
    expect(readReportSearch(raw)).toEqual(raw);
  });

  it("keeps no more selected rows than a URL should have", () => {
    const selected = Array.from({ length: 120 }, (_, number) => String(number));
    expect(readReportSearch({ selected }).selected).toEqual(selected.slice(0, 100));
  });

  it("takes a number as a search term, as the router reads it", () => {
    expect(readReportSearch({ search: 404 })).toEqual({ search: "404" });
  });

  it.each([
    [{ search: "  " }],
    [{ search: "x".repeat(501) }],
    [{ search: ["a"] }],
    [{ result: "great" }],
    [{ result: null }],
    [{ project: {} }],
    [{ sort_by: "verdict" }],
    [{ sort: "up" }],
    [{ per_page: 11 }],
    [{ per_page: "25" }],
    // Links from before rows loaded on while scrolling.
    [{ page: 2 }],
    [{ unknown: true }],
    [{ selected: "4100" }],
    [{ selected: [] }],
    [{ selected: ["", 7, "x".repeat(201)] }],
    [{ part: "future" }],
    [{ before: "3" }],
    [{ after: -1 }],
    [{ snapshot: 1.5 }],
  ])("leaves out %j", (raw) => {
    expect(Object.keys(readReportSearch(raw))).toEqual([]);
  });
});

describe("toQuery", () => {
  it("sends only what was set, and always a page size", () => {
    expect(toQuery({ selected: ["4100"], part: "details", before: 1 }, usualPreferences)).toEqual({ per_page: 25 });
    expect(toQuery({ result: "good", per_page: 100 }, usualPreferences)).toEqual({ result: "good", per_page: 100 });
  });
});

it.each([
  [{ duplicates: "every" }, { sort_by: "url", sort: "asc" }],
  [
    { duplicates: "every", sort_by: "id" },
    { sort_by: "id", sort: "desc" },
  ],
  [{ duplicates: "every", path: "/a", any: true }, {}],
] as const)("sorts by URL where %j lists duplicates alone", (search, sort) => {
  const { sort_by, sort: direction } = toQuery(search, usualPreferences);
  expect({ ...(sort_by && { sort_by }), ...(direction && { sort: direction }) }).toEqual(sort);
});

describe("changeSearch", () => {
  it("drops what was cleared", () => {
    expect(Object.entries(changeSearch({ search: "a", result: "bad" }, { result: undefined }))).toEqual([
      ["search", "a"],
    ]);
  });

  it("selects nothing of other rows", () => {
    expect(changeSearch({ search: "a", selected: ["4100"] }, { sort: "asc" })).toEqual({ search: "a", sort: "asc" });
  });
});

it.each([
  [{}, false],
  [{ sort_by: "id", sort: "desc" }, false],
  [{ sort: "asc" }, true],
  [{ sort_by: "url" }, true],
] as const)("knows whether %j sorts otherwise than usual: %s", (search, isOtherwise) => {
  expect(isSortedOtherwise(search)).toBe(isOtherwise);
});

it("knows what restricts the list", () => {
  expect(isFiltered({ sort_by: "url", per_page: 10 })).toBe(false);
  expect(isFiltered({ project: "example.com" })).toBe(true);
});

it("keeps the part of the report in view for another one, and nothing of the panel without it", () => {
  const search = { sort: "asc", part: "history", before: 3, after: 12, snapshot: 7 } as const;
  expect(searchBeside(search)).toEqual({ sort: "asc", part: "history" });
  expect(searchAlone(search)).toEqual({ sort: "asc" });
});

it("reads what only the library can answer, and leaves out what it does not understand", () => {
  const raw = {
    result: "bad",
    score_min: 20,
    stale_days: 30,
    changed: "worse",
    since: 7,
    path: "/blog",
    pattern: "a|b",
    duplicates: "older",
    any: true,
    gone: true,
    sort_by: "changed",
  };
  expect(readReportSearch(raw)).toEqual(raw);
  expect(readReportSearch({ ...raw, sort_by: "score" })).toEqual({ ...raw, sort_by: "result" });
  expect(readReportSearch({ search: 404, search_in: "checks" })).toEqual({ search: "404", search_in: "checks" });
  // URLs can be typed or old.
  const odd = {
    result: "fine",
    score_min: -1,
    score_max: 101,
    stale_days: 0,
    since: 7,
    gone: "yes",
    path: " ",
    pattern: "x".repeat(501),
    duplicates: "newest",
    any: "yes",
    page: 1,
    sort: 1,
  };
  expect(readReportSearch({ ...odd, search_in: "addresses" })).toEqual({});
  // The core counts scores and days in integers.
  expect(readReportSearch({ score_min: 20.5, score_max: 1e-7, stale_days: 2.5, changed: "new", since: 1.5 })).toEqual({
    changed: "new",
    since: "last_time",
  });
  expect(readReportSearch({ changed: "new" })).toEqual({ changed: "new", since: "last_time" });
});

it("asks the library for that, and for no selection or view", () => {
  const search = readReportSearch({ changed: "worse", since: 7, selected: ["a/1"], view: "v1" });
  const query = toQuery(search, { page_size: 50 });
  expect(toLibraryQuery(null, query)).toEqual({
    changed: { change: "worse", since: { days: 7 } },
    per_page: 50,
  });
  const since = toLibraryQuery("c1", toQuery({ changed: "new", since: "last_time" }, { page_size: 10 }));
  expect(since).toEqual({ connection: "c1", changed: { change: "new", since: "last_time" }, per_page: 10 });
  expect(changeSearch(search, { result: "bad" })).toEqual({ changed: "worse", since: 7, view: "v1", result: "bad" });
  expect([isFiltered({ sort_by: "changed" }), isFiltered({ gone: true })]).toEqual([false, true]);
  const inChecks = readReportSearch({ search_in: "checks" });
  expect([inChecks, isFiltered(inChecks), toQuery(inChecks, { page_size: 10 })]).toEqual([
    { search_in: "checks" },
    false,
    { per_page: 10 },
  ]);
});

it.each([
  [{ any: true }, false],
  [{ any: true, search: "shop", result: "bad", project: "a.example" }, false],
  [{ any: true, score_min: 20, score_max: 40 }, false],
  [{ any: true, score_min: 40, failing: "title" }, false],
  [{ any: true, score_max: 40, path: "/blog" }, true],
] as const)("asks for any filter with %j: %s", (search, isAsked) => {
  expect(toQuery(search, { page_size: 25 }).any).toBe(isAsked || undefined);
  expect(toServiceQuery(toQuery(search, { page_size: 25 })) === null).toBe(isAsked || "score_min" in search);
  expect(isFiltered({ any: true })).toBe(false);
});

it.each([
  [{ search: "shop", result: "bad", project: "a.example", sort_by: "url", sort: "asc" }, true],
  [{ search_in: "checks" }, true],
  [{ search: "shop", search_in: "checks" }, false],
  [{ sort_by: "changed" }, false],
  [{ privacy: "public" }, false],
  [{ gone: true }, false],
  [{ path: "/blog" }, false],
  [{ duplicates: "every", pattern: "a", any: true }, false],
] as const)("knows whether the service can answer %j: %s", (search, isServed) => {
  const query = toQuery(search, { page_size: 25 });
  expect(toServiceQuery(query)).toEqual(isServed ? query : null);
});

it("asks the library for the service's sorts under its own names", () => {
  const sorts = SORTS.map((sort_by) => toLibraryQuery(null, { sort_by, result: "bad", per_page: 10 }));
  expect(sorts.map(({ sort_by }) => sort_by)).toEqual([
    "created",
    "generated",
    "address",
    "score",
    "changed",
    "project",
  ]);
  expect(sorts[0]).toEqual({ sort_by: "created", verdict: "bad", per_page: 10 });
});

it("distinguishes reports of different connections with equal ids", () => {
  expect(keyOf("a/b", "c d")).toBe("a%2Fb/c%20d");
});
