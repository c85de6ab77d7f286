import { describe, expect, it } from "vitest";
import type { Check, Importance } from "../../host/contract";
import { readableName } from "./check-name";
import { type CheckFilter, filterChecks, groupChecks } from "./checks";

function check(name: string, passed: boolean | null, importance: Importance | null): Check {
  return { name, passed, importance, value: null, errors: null, other: {} };
}

it("groups by how a check ended, then by importance, then in the order of the service", () => {
  const groups = groupChecks([
    check("title", true, "high"),
    check("odd", false, null),
    check("minor", false, "low"),
    check("second", false, "high"),
    check("third", false, "high"),
    check("silent", null, "medium"),
    check("middle", false, "medium"),
  ]);
  expect(groups.failed.map(({ name }) => name)).toEqual(["second", "third", "middle", "minor", "odd"]);
  expect(groups.unrated.map(({ name }) => name)).toEqual(["silent"]);
  expect(groups.passed.map(({ name }) => name)).toEqual(["title"]);
});

it.each([
  ["meta_description", "Meta description"],
  ["seo_friendly_url", "SEO friendly URL"],
  ["text-to-html ratio", "Text to HTML ratio"],
  ["überschrift", "Überschrift"],
  ["___", "___"],
])("reads %s as %s", (name, words) => {
  expect(readableName(name)).toBe(words);
});

describe("filterChecks", () => {
  const all: CheckFilter = { text: "", outcome: "all", importance: "all" };
  const checks = [
    check("meta_description", true, null),
    check("title", false, "high"),
    check("favicon", null, "low"),
    check("robots", false, "low"),
  ];
  const names = (filter: Partial<CheckFilter>) => filterChecks(checks, { ...all, ...filter }).map(({ name }) => name);

  it("finds a check by its name and by its words", () => {
    expect(names({ text: "meta d" })).toEqual(["meta_description"]);
    expect(names({ text: "META_" })).toEqual(["meta_description"]);
    expect(names({ text: " " })).toHaveLength(4);
  });

  it("narrows by how they ended and by importance, both at once too", () => {
    expect(names({ outcome: "failed" })).toEqual(["title", "robots"]);
    expect(names({ outcome: "unrated" })).toEqual(["favicon"]);
    expect(names({ outcome: "passed" })).toEqual(["meta_description"]);
    expect(names({ importance: "low" })).toEqual(["favicon", "robots"]);
    expect(names({ outcome: "failed", importance: "low" })).toEqual(["robots"]);
  });
});
