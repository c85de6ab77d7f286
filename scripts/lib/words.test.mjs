import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./paths.mjs";
import {
  faultsIn,
  faultsOfAll,
  proseOfDescriptions,
  proseOfDesktopEntry,
  proseOfMarkdown,
  proseOfXml,
} from "./words.mjs";

/** @type {import("./words.mjs").Words} */
const { rules } = JSON.parse(readFileSync(join(root, "scripts", "words.json"), "utf8"));

/**
 * The words found in a document, without lines.
 * @param {string} text
 */
const foundIn = (text) => faultsIn("a.md", text, rules).map(({ found }) => found);

for (const [text, found] of /** @type {[string, string][]} */ ([
  ["The plan is made anew.", "anew"],
  ["It is mended.", "mended"],
  ["Nobody’s choice", "Nobody’s"],
  ["It goes\n  on later.", "goes on"],
  ["60 requests a minute", "requests a minute"],
  ["no more", "no more"],
  ["Done. So it ends.", "So"],
  ["the behaviour", "behaviour"],
  ["It is serialised", "serialised"],
  ["The MIT licence", "licence"],
]))
  test(`“${text.replaceAll("\n", " ")}” is found`, () => assert.deepEqual(foundIn(text), [found]));

for (const text of [
  "no more than 5",
  "It ends so, and such a list fits.",
  "He goes.\n\nOn Windows it differs.",
  "a warehouse, a trailing slash, walkthrough",
  "`anew` and ``a ` anew`` and [fix](docs/mend.md)",
  "https://example.com/anew",
  "<!-- anew -->",
  "```sh\necho anew\n```",
  "It goes `x` on.",
])
  test(`“${text.replaceAll("\n", " ")}” passes`, () => assert.deepEqual(foundIn(text), []));

test("a fault names its line and what to write", () => {
  const [fault] = faultsOfAll({ "a.md": "One.\n\nIt is\nmended." }, { rules, skip: {} });
  assert.equal(fault, "a.md:4: “mended”: write fix, repair");
});

const visible = (/** @type {string} */ prose) => prose.replace(/\uFFFC+/g, "·");

/** @param {string} text */
const foundInCode = (text) => faultsIn("ui/a.tsx", text, rules).map(({ line, found }) => `${line}: ${found}`);

for (const [text, found] of /** @type {[string, string[]][]} */ ([
  ["let a; // made anew", ["1: anew"]],
  ["a();\n// It goes\n// on later.", ["2: goes on"]],
  ["/** It goes\n * on. */", ["1: goes on"]],
  ["<p>{/* Nobody's choice */}</p>", ["1: Nobody's"]],
  ["// What a window shows.", ["1: What"]],
  ["/**\n * Whether it is open.\n */", ["2: Whether"]],
  ["// So it ends.", ["1: So"]],
  ["// Fine.\na();\n// That was it.", ["3: That"]],
  ["/** @param {string} mend anew */", ["1: anew"]],
]))
  test(`“${text.replaceAll("\n", " ")}” is found in code`, () => assert.deepEqual(foundInCode(text), found));

for (const text of [
  'const anew = "// anew", desk = `/* anew */`;',
  "const pattern = /[\"'] \\/\\/ anew/;",
  "<a>https://example.com anew</a>",
  "// `anew`, {@link desk}, https://example.com/anew",
  "/** @param {Desk} desk */",
  "// It is so.\n// What it shows may differ.",
])
  test(`“${text.replaceAll("\n", " ")}” passes in code`, () => assert.deepEqual(foundInCode(text), []));

test("comments of style sheets are checked", () =>
  assert.deepEqual(
    faultsIn("ui/a.css", 'a { content: "/* anew */"; }\n/* anew */', rules).map(({ line }) => line),
    [2],
  ));

test("generated comments are not checked", () =>
  assert.deepEqual(faultsIn("ui/src/host/contract.ts", "// anew", rules), []));

test("files outside all scopes are not checked", () => assert.deepEqual(faultsIn("a.rs", "anew", rules), []));

test("skipped files and exceptions pass, and are named once they are no longer needed", () => {
  const rule = { find: ["walk"], write: "cursor", except: { "dogs.md": "They do walk.", "cats.md": "They did once." } };
  const texts = { "dogs.md": "We walk.", "cats.md": "They sleep.", "old.md": "I walk.", "new.md": "Fine." };
  assert.deepEqual(faultsOfAll(texts, { rules: [rule], skip: { "old.md": "old", "new.md": "new" } }), [
    "scripts/words.json: the exception for new.md is no longer needed",
    "scripts/words.json: the exception for cats.md is no longer needed",
  ]);
});

test("only the text of XML is prose, in English", () =>
  assert.equal(visible(proseOfXml('<p xml:lang="de">Wörter</p><p>Words</p><!-- why -->')), "·Words·<!-- why -->"));

test("values of a desktop entry in other languages are no prose", () =>
  assert.equal(visible(proseOfDesktopEntry("Name=One\nName[fr]=licence")), "Name=One\n·"));

test("only descriptions of manifests are prose, on their own lines", () => {
  assert.equal(visible(proseOfDescriptions('name = "anew"\ndescription = "A crate"\n')), "·\n·A crate·\n");
  assert.equal(visible(proseOfDescriptions('{\n  "longDescription": "One\\ntwo",\n}')), "·\n·One  two·\n·");
});

test("code in Markdown keeps its lines", () =>
  assert.equal(proseOfMarkdown("a\n```\nb\n```\nc").split("\n").length, 5));

test("comments of Rust are prose, its strings, characters, and lifetimes aren't", () => {
  const faults = (/** @type {string} */ text) =>
    faultsIn("src-tauri/src/a.rs", text, [{ find: ["anew"], write: "again" }]).map(({ line }) => line);
  assert.deepEqual(faults('let a = "// anew";\n// anew\nlet b = r#"/* "anew */"#;'), [2]);
  assert.deepEqual(faults("fn a<'a>(b: &'a str) {} // anew\nlet c = '\"'; // anew\n/// Whether anew\n"), [1, 2, 3]);
});
