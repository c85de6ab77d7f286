import { describe, expect, it } from "vitest";
import { usualPreferences } from "../../host/fake/index";
import {
  changeSearch,
  isFiltered,
  isSortedOtherwise,
  readReportSearch,
  searchAlone,
  searchBeside,
  toQuery,
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
      page: 3,
      selected: ["4100", "a/b"],
      part: "history",
      before: 3,
      after: 12,
      snapshot: 7,
    };
    expect(readReportSearch(raw)).toEqual(raw);
  });

  it("keeps no more than a page of selected rows", () => {
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
    [{ sort_by: "score" }],
    [{ sort: "up" }],
    [{ per_page: 11 }],
    [{ per_page: "25" }],
    [{ page: 1 }],
    [{ page: -2 }],
    [{ page: 1.5 }],
    [{ page: Number.POSITIVE_INFINITY }],
    [{ page: "2" }],
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
    expect(toQuery({ selected: ["4100"], part: "raw", before: 1 }, usualPreferences)).toEqual({ per_page: 25 });
    expect(toQuery({ result: "good", per_page: 100, page: 2 }, usualPreferences)).toEqual({
      result: "good",
      per_page: 100,
      page: 2,
    });
  });
});

describe("changeSearch", () => {
  it("starts again at the first page and drops what was cleared", () => {
    expect(Object.entries(changeSearch({ search: "a", result: "bad", page: 4 }, { result: undefined }))).toEqual([
      ["search", "a"],
    ]);
  });

  it("turns a page without touching the rest", () => {
    expect(changeSearch({ search: "a", page: 4 }, { page: 5 })).toEqual({ search: "a", page: 5 });
  });

  it("selects nothing of other rows", () => {
    expect(changeSearch({ page: 4, selected: ["4100"] }, { page: 5 })).toEqual({ page: 5 });
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
  expect(isFiltered({ sort_by: "url", page: 2, per_page: 10 })).toBe(false);
  expect(isFiltered({ project: "example.com" })).toBe(true);
});

it("keeps the part of the report in view for another one, and nothing of the panel without it", () => {
  const search = { page: 2, part: "history", before: 3, after: 12, snapshot: 7 } as const;
  expect(searchBeside(search)).toEqual({ page: 2, part: "history" });
  expect(searchAlone(search)).toEqual({ page: 2 });
});
