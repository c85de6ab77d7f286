import { expect, it } from "vitest";
import type { Check, Importance } from "../../host/contract";
import { readableName } from "./check-name";
import { groupChecks, searchChecks } from "./checks";

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

it.each([
  ["meta d", ["meta_description"]],
  ["META_", ["meta_description"]],
  [" ", ["meta_description", "title"]],
])("finds checks by name and by words: %s", (text, names) => {
  const checks = [check("meta_description", true, null), check("title", false, "high")];
  expect(searchChecks(checks, text, new Map()).map(({ name }) => name)).toEqual(names);
});
