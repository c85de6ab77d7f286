import { i18n } from "@lingui/core";
import { beforeAll, expect, it } from "vitest";
import type { Check, Comparison, Report } from "../../host/contract";
import { seededReports } from "../../host/fake/data";
import { type Guide, loadGuide } from "../../shared/checks/guide";
import { checkMarkdown, comparisonMarkdown, fixListMarkdown, reportMarkdown } from "./markdown";

let guide: Guide;

beforeAll(async () => {
  guide = await loadGuide("en");
});

const long: Check = {
  name: "title",
  passed: false,
  importance: "high",
  value: "x",
  errors: { too_long: { max: 60, length: 104 } },
  other: {},
};
const odd: Check = { ...long, name: "*odd*_thing", importance: null, errors: { "<b>": ["[x](y)\n# z"] } };
const icon: Check = { ...long, name: "favicon", passed: true, errors: null };

function report(checks: Check[]): Report {
  const [first] = seededReports(0, 1);
  if (!first) throw new Error("no report");
  const row = {
    ...first.row,
    address: "a.example/b_c",
    url: "https://a.example/b_c",
    score: 38.4,
    verdict: "bad" as const,
  };
  return { ...first, row: { ...row, generated_at: null }, checks };
}

it("writes a report: its rating, what failed and how to fix it, what passed", () => {
  const text = reportMarkdown(i18n, guide, report([long, icon]));
  expect(text).toContain("# [a.example/b\\_c](https://a.example/b_c)\n\n- **Verdict** Bad\n- **Score** 38.4\n\n");
  expect(text).toContain(
    "## 1 check failed\n\n- **Title too long** (High)\n  - Title too long: 104 characters (at most 60)\n  - **Why it matters** Search",
  );
  expect(text).toMatch(/ {2}- \*\*Read more\*\* <https:.+>\n\n## 1 check passed\n\n- Favicon\n$/);
});

it("leaves text from outside without effect", () => {
  const text = reportMarkdown(i18n, guide, report([odd]));
  expect(text).toContain("- **\\*odd\\* thing**\n  - \\<b\\>: \\[x\\](y) \\# z\n");
  const { row } = report([]);
  const pages = [row, { ...row, url: "javascript:alert(1)" }, { ...row, url: "https://a.example/a) [b](c" }];
  const lines = checkMarkdown(i18n, guide, { name: "title", importance: "high", pages: 3 }, pages).split("\n");
  expect(lines.filter((line) => line.startsWith("- "))).toEqual([
    "- [a.example/b\\_c](https://a.example/b_c)",
    "- a.example/b\\_c",
    "- a.example/b\\_c",
  ]);
});

it("writes a check with its pages, and how many more there are", () => {
  const text = checkMarkdown(i18n, guide, { name: "favicon", importance: "low", pages: 12 }, [report([]).row]);
  expect(text).toMatch(/^# No favicon\n\n\*\*Why it matters\*\* The icon/);
  expect(text).toContain("## 12 pages\n\n- [a.example");
  expect(text).toMatch(/\n\n11 more pages\n$/);
});

it("writes a fix list as a table", () => {
  const checks = [
    { name: "favicon", importance: "low" as const, pages: 1200 },
    { name: "a|b", importance: null, pages: 1 },
  ];
  const lines = fixListMarkdown(i18n, guide, checks).split("\n");
  expect(lines.slice(0, 4)).toEqual([
    "# Fix list",
    "",
    "| Check | Importance | Failing pages | How to fix |",
    "| --- | --- | ---: | --- |",
  ]);
  expect(lines[4]).toMatch(/^\| No favicon \| Low \| 1,200 \| .+\. \[Read more\]\(https:.+\) \|$/);
  expect(lines[5]).toBe("| A\\|b |  | 1 |  |");
});

it("writes what broke and what was fixed between two states", () => {
  const { row } = report([]);
  const state = { number: 1, seen_at: "2026-01-01T00:00:00Z", row };
  const change = { importance: null, values: [] };
  const comparison = {
    before: state,
    after: { ...state, row: { ...row, score: 70 } },
    checks: [
      { ...change, name: "title", kind: "broken", before: null, after: long },
      { ...change, name: "favicon", kind: "fixed", before: null, after: icon },
    ],
    same: 3,
  } as unknown as Comparison;
  const text = comparisonMarkdown(i18n, guide, comparison);
  expect(text).toContain("\n\n- **Score** 38.4 → 70\n\n## 1 new failure\n\n- **Title too long** (High)\n");
  expect(text).toMatch(/\n\n## 1 fixed\n\n- Favicon\n$/);
});

it("heads a comparison of two reports with both, and lists checks that only one has", () => {
  const { row } = report([]);
  const state = { number: 1, seen_at: "2026-01-01T00:00:00Z", row };
  const change = { importance: null, values: [] };
  const comparison = {
    before: state,
    after: { ...state, row: { ...row, url: null, address: "b.example" } },
    checks: [
      { ...change, name: "title", kind: "added", before: null, after: long },
      { ...change, name: "favicon", kind: "removed", before: icon, after: null },
    ],
    same: 3,
  } as unknown as Comparison;
  const text = comparisonMarkdown(i18n, guide, comparison, []);
  expect(text).toContain("# [a.example/b\\_c](https://a.example/b_c) · b.example\n\n- **Score** 38.4 · 38.4\n");
  expect(comparisonMarkdown(i18n, guide, comparison, ["My*work", "Harbour"])).toMatch(
    /^# \[.+\]\(.+\) \(My\\\*work\) · b\.example \(Harbour\)\n/,
  );
  expect(text).toContain("\n\n## Only in the second (1)\n\n- **Title too long** (High)\n");
  expect(text).toMatch(/\n\n## Only in the first \(1\)\n\n- Favicon\n$/);
});
