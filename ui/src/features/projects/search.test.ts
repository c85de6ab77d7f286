import { expect, it } from "vitest";
import { usualPreferences } from "../../host/fake/index";
import { readProjectSearch, toQuery, toServiceQuery } from "./search";

it("keeps what the interface has", () => {
  const raw = { search: "shop", sort_by: "project", sort: "asc", per_page: 100, page: 2 };
  expect(readProjectSearch(raw)).toEqual(raw);
});

it.each([
  [{ search: "" }],
  [{ sort_by: "url" }],
  [{ sort: 1 }],
  [{ per_page: 0 }],
  [{ page: null }],
  [{ result: "bad" }],
])("leaves out %j", (raw) => {
  expect(Object.keys(readProjectSearch(raw))).toEqual([]);
});

it("falls back to the preferred page size", () => {
  expect(toQuery({}, { ...usualPreferences, page_size: 50 })).toEqual({ per_page: 50 });
});

it("asks the service for what it can sort by alone", () => {
  expect(toServiceQuery({ per_page: 25 })).toEqual({ per_page: 25 });
  expect(toServiceQuery({ sort_by: "project", sort: "asc", per_page: 25 })).toMatchObject({ sort_by: "project" });
  expect(toServiceQuery({ sort_by: "failing", per_page: 25 })).toBeNull();
});
