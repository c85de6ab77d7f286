import { readFileSync } from "node:fs";
import { join } from "node:path";
import { i18n } from "@lingui/core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Check, JsonValue } from "../../host/contract";
import { LANGUAGES } from "../../i18n";
import { faultsOf, faultText } from "./faults";
import { checkForms, checkName, checkTitle, errorKind, failureTitle, type Guide, loadGuide } from "./guide";

type Example = Pick<Check, "value" | "errors"> & { check: string; kind: string | null };

const file = join(import.meta.dirname, "../../../../tests/guide/kinds.json");
const examples: Record<string, Example> = JSON.parse(readFileSync(file, "utf8"));
let english: Guide;

beforeAll(async () => {
  english = await loadGuide("en");
});

function failed(name: string, value: JsonValue, errors: JsonValue): Check {
  return { name, passed: false, importance: "high", value, errors, other: {} };
}

describe("the kind of error", () => {
  it.each(Object.entries(examples))("follows from %s", (_, { check, value, errors, kind }) => {
    expect(errorKind(english, failed(check, value, errors)) ?? null).toBe(kind);
  });
});

it.each(LANGUAGES.map(({ id }) => id))("explains the same checks in %s, with themes", async (locale) => {
  const guide = await loadGuide(locale);
  expect([...guide.keys()]).toEqual([...english.keys()]);
  for (const { theme, reference } of guide.values()) {
    expect(theme).toMatch(/\p{L}/u);
    expect(reference).toMatch(/^https:/);
  }
});

it("is in English for languages without a guide", async () => {
  expect((await loadGuide("pseudo")).get("favicon")).toEqual(english.get("favicon"));
});

it("names a failed check by its error, a passed or unexplained one by its name, an unknown one by its key", () => {
  const long = failed("title", "A title", { too_long: { max: 60 } });
  expect(checkTitle(english, long)).toBe("Title too long");
  expect(checkTitle(english, { ...long, passed: true })).toBe("Title");
  expect(checkTitle(english, { ...long, passed: null })).toBe("Title");
  expect(checkTitle(english, failed("title", "A title", { odd: null }))).toBe("Title");
  expect(checkTitle(english, failed("brand_new", null, { missing: null }))).toBe("Brand new");
  expect(failureTitle(english, "favicon")).toBe("No favicon");
  expect(failureTitle(english, "headings")).toBe("H1 heading missing or repeated");
  expect(failureTitle(english, "constructor")).toBe("Constructor");
  expect(checkName(english, "strict_transport_security")).toBe("Strict transport security");
  expect(checkForms(english, "strict_transport_security")).toContain("HTTPS isn’t enforced (HSTS)");
  expect(checkForms(english, "strict_transport_security")).toContain("Security");
});

it.each<[string, JsonValue, JsonValue, string[]]>([
  ["title", "x", { too_long: { max: 60, length: 104 } }, ["Title too long: 104 characters (at most 60)"]],
  ["title", "Short", { too_short: { min: 10 } }, ["Title too short: 5 characters (at least 10)"]],
  ["title", "Short", { too_short: { min: 10, max: 60 } }, ["Title too short: 5 characters (10 to 60 expected)"]],
  ["content_length", 1, { too_few: { min: 500 } }, ["Too little text: 1 word (at least 500)"]],
  ["text_to_html_ratio", 4.5, { too_small: { min: 10 } }, [expect.stringContaining(": 4.5% (at least 10%)")]],
  ["load_time", 4.8, { too_slow: { max: 2 } }, ["Page loads slowly: 4.8 s (at most 2 s)"]],
  ["page_size", 2_900_000, { too_large: { max: 330_000 } }, ["Page too large: 2.9 MB (at most 330 KB)"]],
  ["font_size", { min: 9, max: 40 }, { too_small: { min: 12 } }, ["Text too small: 9 px (at least 12 px)"]],
  ["http_version", "HTTP/1.1", { outdated: { min: "HTTP/2" } }, ["Outdated HTTP version: HTTP/1.1 (at least HTTP/2)"]],
  ["in_page_links", { internal: 9 }, { too_many: { max: 150 } }, ["Too many links (at most 150)"]],
  ["iframes", 3, { too_many: { max: 0 } }, ["Too many iframes: 3 (at most 0)"]],
  ["headings", {}, { too_many: { h2: 2 } }, ["More than one H1 heading (H2: 2)"]],
  ["headings", {}, { too_many: { h1: 2 } }, ["More than one H1 heading (2 found)"]],
  [
    "missing_page",
    {},
    { wrong_status: { expected: 404, max: 3 } },
    [expect.stringContaining("(expected: 404, max: 3)")],
  ],
  [
    "missing_page",
    { status: 200 },
    { wrong_status: { expected: 404 } },
    [expect.stringContaining(": Status 200 (404 expected)")],
  ],
  ["missing_page", null, { wrong_status: { expected: 404 } }, [expect.stringContaining("(Status 404 expected)")]],
  ["seo_friendly_url", "/a?b=c", { bad_format: ["?", "="] }, ["URL hard to read (Special characters: ? =)"]],
  ["seo_friendly_url", "/A", { bad_format: ["uppercase"] }, ["URL hard to read (uppercase)"]],
  ["robots", ["/"], { blocked: ["/"] }, ["Blocked by robots.txt (Disallow: /)"]],
  ["headings", {}, { missing: ["h1"] }, ["No H1 heading"]],
  ["favicon", null, { missing: null }, ["No favicon"]],
  ["favicon", null, ["missing"], ["No favicon"]],
  ["favicon", null, "The icon is missing.", ["The icon is missing."]],
  ["brand_new", 104, { too_long: { max: 60 } }, ["Too long (max: 60)"]],
  ["title", "x", { odd: [1], too_long: null }, ["Odd (1)", "Title too long"]],
])("words the errors of %s with %j and %j", (name, value, errors, texts) => {
  const faults = faultsOf(i18n, english, failed(name, value, errors));
  expect(faults.map((fault) => faultText(i18n, fault))).toEqual(texts);
});
