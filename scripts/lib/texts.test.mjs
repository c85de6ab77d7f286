import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./paths.mjs";
import { catalogOf, catalogOfFiles, faultsOf, wordFaultsOfCatalog } from "./texts.mjs";

const folder = join(root, "ui", "src", "locales");
const locales = readdirSync(folder).filter((name) => existsSync(join(folder, name, "messages.po")));

const deleted = "{count, plural, one {# report of <0>{name}</0> deleted.} other {# reports of <0>{name}</0> deleted.}}";
const ar = (/** @type {string} */ few) =>
  `{count, plural, zero {لا شيء <0>{name}</0>} one {واحد <0>{name}</0>} two {اثنان <0>{name}</0>} few {${few}} many {# تقريرًا <0>{name}</0>} other {# تقرير <0>{name}</0>}}`;

test("a translation may have its own order of words and its own plural forms", () => {
  assert.deepEqual(faultsOf("de", "Page {number} of <0>{total}</0>", "Von <0>{total}</0> Seite {number}"), []);
  assert.deepEqual(faultsOf("ja", deleted, "{count, plural, other {<0>{name}</0>のレポート#件を削除しました。}}"), []);
  assert.deepEqual(faultsOf("ar", deleted, ar("# تقارير <0>{name}</0>")), []);
  const none = "{n, plural, =0 {No report} one {A report} other {# reports}}";
  assert.deepEqual(faultsOf("de", none, "{n, plural, =0 {Kein Bericht} one {Ein Bericht} other {# Berichte}}"), []);
});

/** @type {[string, string, string, string, RegExp][]} */
const broken = [
  ["braces that do not close", "de", "Page {number}", "Seite {number", /cannot be read/],
  ["a value that is missing", "de", "Page {number}", "Seite", /values and tags/],
  ["a value under another name", "de", "Page {number}", "Seite {nummer}", /values and tags/],
  ["a value twice", "de", "Page {number}", "Seite {number} {number}", /values and tags/],
  ["a tag that is missing", "de", "Read <0>more</0>", "Mehr lesen", /values and tags/],
  ["tags that cross", "de", "<0>a</0> <1>b</1>", "<0>a<1></0>b</1>", /do not close in order/],
  ["a tag of one plural form", "ar", deleted, ar("# تقارير {name}"), /values and tags/],
  ["a number that is not said", "ar", deleted, ar("تقارير <0>{name}</0>"), /few of \{count\} lacks its #/],
  ["no plural", "de", "{n, plural, one {# row} other {# rows}}", "{n} Zeilen", /plural of \{n\} is missing/],
  [
    "a plural of another value",
    "de",
    "{n, plural, one {#} other {#}}",
    "{m, plural, one {#} other {#}}",
    /does not have/,
  ],
  ["a plural form too few", "ar", deleted, "{count, plural, other {# <0>{name}</0>}}", /are other, not few, many/],
  [
    "a plural form too many",
    "ja",
    "{n, plural, one {#} other {#}}",
    "{n, plural, one {#} other {#}}",
    /one, other, not other/,
  ],
  [
    "a case that is lost",
    "de",
    "{n, plural, =0 {no} one {#} other {#}}",
    "{n, plural, one {#} other {#}}",
    /not =0, one/,
  ],
  ["a selection of other cases", "de", "{k, select, a {x} other {y}}", "{k, select, b {x} other {y}}", /not a, other/],
  ["another format", "de", "{n, number, percent}", "{n, number}", /values and tags/],
  ["a space at the end", "de", "Page", "Seite ", /spaces/],
];
for (const [what, locale, english, translation, fault] of broken)
  test(`${what} is found`, () => assert.match(faultsOf(locale, english, translation).join("\n"), fault));

/** @param {string} translation */
const catalogWith = (translation) => ({ id: { message: "id", translation, origin: [], obsolete: false } });

test("a text has no word that its language's glossary rules out", () => {
  const rules = [{ find: ["Adresse", "Größe"], write: "URL" }];
  const found = (/** @type {string} */ text) => wordFaultsOfCatalog("de", catalogWith(text), rules);
  assert.deepEqual(found("Die Adresse fehlt"), ['de: "Die Adresse fehlt": “Adresse”: write URL']);
  assert.equal(found("{n, plural, one {Eine Seite} other {# adressen, # größe}}").length, 1);
  assert.deepEqual(found("Die {Adresse} fehlt, <0>Adressenliste</0>, Dateigröße"), []);
});

test("a ruled-out word is found within a text where a language joins its words", () => {
  const rules = [{ find: ["アドレス"], write: "URL" }];
  assert.equal(wordFaultsOfCatalog("ja", catalogWith("新しいアドレスを入力"), rules).length, 1);
  assert.deepEqual(wordFaultsOfCatalog("ja", catalogWith("新しいURLを入力"), rules), []);
});

test("a table that Assay exported in any language can be read as a list of pages", () => {
  const known = readFileSync(join(root, "src-tauri", "crates", "sources", "src", "column_names.rs"), "utf8");
  for (const name of locales) {
    const texts = readFileSync(join(folder, name, "messages.po"), "utf8");
    const heading = /msgid "Page URL"\nmsgstr "(.+)"/.exec(texts)?.[1] ?? "";
    const plain = heading.toLowerCase().replaceAll("-", " ");
    assert.ok(plain && known.includes(`"${plain}"`), `${name}: ${heading}`);
  }
});

test("texts are a catalog: of each English text, its translation", () => {
  const english = { title: { why: "Why", findings: { missing: "No title" } }, list: ", " };
  assert.deepEqual(catalogOf(english, { title: { why: "Warum", odd: "Mehr" }, list: "; " }), {
    "text.title.why": { message: "Why", translation: "Warum" },
    "text.title.findings.missing": { message: "No title", translation: "" },
  });
});

test("the texts outside the window are those of the guide, the client report, and the system’s questions", () => {
  for (const name of locales) {
    const missing = Object.entries(catalogOfFiles(name)).filter(([, { translation }]) => !translation);
    assert.deepEqual(missing, [], name);
  }
  const german = catalogOfFiles("de");
  assert.deepEqual(german["text.questions.2"], { message: "Cancel", translation: "Abbrechen" });
  for (const place of ["guide.checks.title.why", "report.summary"]) assert.ok(`text.${place}` in german, place);
});
