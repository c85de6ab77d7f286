import { expect, it } from "vitest";
import { countFixes, groupFixes, readFixSearch } from "./fix-search";

it("groups failing checks by importance and finds them by their names in words", () => {
  const guide = new Map();
  const check = (name: string, importance: "high" | "low" | null) => ({ name, importance, pages: 1 });
  const checks = [check("meta_description", "high"), check("title", "low"), check("new_thing", null)];
  expect(groupFixes(checks, {}, guide).map(({ importance }) => importance)).toEqual(["high", "low", null]);
  expect(groupFixes(checks, { text: "Meta desc" }, guide).flatMap((group) => group.checks)).toEqual([checks[0]]);
  expect(groupFixes(checks, readFixSearch({ importance: "low", page: 2, sort_by: "score" }), guide)).toEqual([
    { importance: "low", checks: [checks[1]] },
  ]);
  expect(countFixes(checks, undefined, guide)).toEqual({ all: 3, high: 1, medium: 0, low: 1 });
  expect(countFixes(checks, "title", guide)).toEqual({ all: 1, high: 0, medium: 0, low: 1 });
});

it("reads filters alone, under their former name as well", () => {
  expect(readFixSearch({ verdict: "bad", per_page: 10, text: "title", view: "v1" })).toEqual({
    result: "bad",
    text: "title",
    view: "v1",
  });
});
