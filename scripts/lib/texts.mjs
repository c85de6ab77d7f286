import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@messageformat/parser";
import { root } from "./paths.mjs";
import { expressionOf } from "./words.mjs";

/** @typedef {import("@messageformat/parser").Token} Token */
/** @typedef {Extract<Token, { cases: unknown }>} Choice */

/**
 * Structural faults of a translation: placeholders, tags, or choices that differ from the English text, or wrong plural
 * forms.
 * @param {string} locale
 * @param {string} english
 * @param {string} translation
 * @returns {string[]}
 */
export function faultsOf(locale, english, translation) {
  const source = parse(english);
  /** @type {Token[]} */
  let tokens;
  try {
    tokens = parse(translation);
  } catch (error) {
    return [`it cannot be read: ${error instanceof Error ? error.message : error}`];
  }
  return [
    ...faultsOfChoices(locale, source, tokens),
    ...faultsOfReadings(source, tokens),
    ...faultsOfEdges(english, translation),
  ];
}

/**
 * @param {string} locale
 * @param {Token[]} source
 * @param {Token[]} tokens
 */
function faultsOfChoices(locale, source, tokens) {
  const faults = [];
  const [wanted, found] = [choicesIn(source), choicesIn(tokens)];
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  for (const choice of found) {
    const like = wanted.find(({ arg, type }) => arg === choice.arg && type === choice.type);
    if (!like) {
      faults.push(`it has a ${choice.type} of {${choice.arg}}, which the English text does not have`);
      continue;
    }
    const own = choice.cases.map(({ key }) => key);
    const all = like.cases.map(({ key }) => key);
    const due = choice.type === "plural" ? [...all.filter((key) => key.startsWith("=")), ...forms] : all;
    if (listed(own) !== listed(due)) faults.push(`the cases of {${choice.arg}} are ${listed(own)}, not ${listed(due)}`);
    if (!countsIn(like, "other")) continue;
    for (const form of ["few", "many", "other"]) {
      if (own.includes(form) && !countsIn(choice, form)) faults.push(`the case ${form} of {${choice.arg}} lacks its #`);
    }
  }
  for (const { arg, type } of wanted)
    if (!found.some((choice) => choice.arg === arg && choice.type === type))
      faults.push(`the ${type} of {${arg}} is missing`);
  return faults;
}

/**
 * @param {Token[]} source
 * @param {Token[]} tokens
 */
function faultsOfReadings(source, tokens) {
  const holdings = (/** @type {string} */ reading) => listed(reading.match(/<[^<>]*>|\{[^{}]*\}/g) ?? []);
  const allowed = readingsOf(source).map(holdings);
  return readingsOf(tokens).flatMap((reading) => [
    ...(allowed.includes(holdings(reading)) ? [] : [`"${reading}" has not the values and tags of the English text`]),
    ...(isNested(reading) ? [] : [`"${reading}" has tags that do not close in order`]),
  ]);
}

/**
 * @param {string} english
 * @param {string} translation
 */
function faultsOfEdges(english, translation) {
  const edges = (/** @type {string} */ text) => [/^\s*/, /\s*$/].map((edge) => edge.exec(text)?.[0]).join("|");
  return edges(english) === edges(translation) ? [] : ["it starts or ends with other spaces than the English text"];
}

/** @param {string[]} words */
const listed = (words) => [...words].sort().join(", ");

/**
 * All plurals and selects of a text, including nested ones.
 * @param {Token[]} tokens
 * @returns {Choice[]}
 */
function choicesIn(tokens) {
  return tokens.flatMap((token) =>
    "cases" in token ? [token, ...token.cases.flatMap((of) => choicesIn(of.tokens))] : [],
  );
}

/**
 * True if a case shows the counted number.
 * @param {Choice} choice
 * @param {string} form
 */
function countsIn(choice, form) {
  const own = choice.cases.find(({ key }) => key === form);
  return own?.tokens.some(({ type }) => type === "octothorpe") ?? false;
}

/**
 * All variants of a text, with placeholders in braces.
 * @param {Token[]} tokens
 * @returns {string[]}
 */
function readingsOf(tokens) {
  return tokens.reduce(
    (readings, token) => {
      const next = "cases" in token ? token.cases.flatMap((of) => readingsOf(of.tokens)) : [wordsOf(token)];
      return readings.flatMap((reading) => next.map((words) => reading + words));
    },
    /** @type {string[]} */ ([""]),
  );
}

/** @param {Exclude<Token, Choice>} token */
function wordsOf(token) {
  if (token.type === "content") return token.value;
  if (token.type === "octothorpe") return "#";
  if (token.type === "argument") return `{${token.arg}}`;
  return `{${token.arg}, ${token.key}${readingsOf(token.param ?? [])}}`;
}

/** @param {string} reading */
function isNested(reading) {
  /** @type {string[]} */
  const open = [];
  for (const [, closes, name, isSingle] of reading.matchAll(/<(\/?)(\w+)(\/?)>/g)) {
    if (isSingle) continue;
    if (!closes) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

/**
 * Structural faults of a catalog's translations; missing ones don't count.
 * @param {string} locale
 * @param {import("@lingui/conf").CatalogType} catalog
 */
export function faultsOfCatalog(locale, catalog) {
  return Object.values(catalog).flatMap(({ message = "", translation }) =>
    translation ? faultsOf(locale, message, translation).map((fault) => `${locale}: "${message}": ${fault}`) : [],
  );
}

/**
 * The texts outside the window as a catalog: those of the guide, the client report, and the system's questions.
 * @param {string} locale
 */
export const catalogOfFiles = (locale) => catalogOf(filesOf("en"), filesOf(locale));

/** @param {string} locale */
function filesOf(locale) {
  const crates = join(root, "src-tauri", "crates");
  return {
    guide: JSON.parse(readFileSync(join(crates, "guide", "guide", `${locale}.json`), "utf8")),
    report: JSON.parse(readFileSync(join(crates, "export", "src", "client", "texts", `${locale}.json`), "utf8")),
    questions: questionsIn(readFileSync(join(root, "src-tauri", "src", "question.rs"), "utf8"), locale),
  };
}

/**
 * All strings of a language in question.rs.
 * @param {string} rust
 * @param {string} locale
 * @returns {string[]}
 */
function questionsIn(rust, locale) {
  const [code] = locale.split("-");
  const language = new RegExp(`"${code}" .*=> Some\\((\\w+::\\w+)\\)`).exec(rust)?.[1];
  return rust
    .split("#[cfg(test)]")[0]
    .split(/(?=\bMessageLanguage::\w+ => )/)
    .filter((arm) => arm.startsWith(`${language} => `))
    .flatMap((arm) => arm.match(/"(?:[^"\\]|\\.)*"/g) ?? [])
    .map((text) => JSON.parse(text));
}

/**
 * All texts that are at the same place in English. What has no letter, such as what separates a list, is no text.
 * @param {unknown} english
 * @param {unknown} own
 * @param {string} [place]
 * @returns {import("@lingui/conf").CatalogType}
 */
export function catalogOf(english, own, place = "text") {
  if (typeof english === "string") {
    if (!/\p{L}/u.test(english)) return {};
    return { [place]: { message: english, translation: typeof own === "string" ? own : "" } };
  }
  const of = Object(own);
  const parts = Object.entries(Object(english)).map(([key, text]) => catalogOf(text, of[key], `${place}.${key}`));
  return Object.assign({}, ...parts);
}

/** Languages that join words or write articles and prepositions as parts of them. */
const JOINED = ["ja", "zh-Hans", "ar"];

/**
 * The words of a catalog's texts that its language's glossary rules out.
 * @param {string} locale
 * @param {import("@lingui/conf").CatalogType} catalog
 * @param {import("./words.mjs").Rule[]} rules
 */
export function wordFaultsOfCatalog(locale, catalog, rules) {
  const expressions = rules.map((rule) => ({ ...rule, expression: expressionOf(rule, !JOINED.includes(locale)) }));
  return Object.values(catalog).flatMap(({ message = "", translation }) => {
    const readings = readingsOf(parse(translation || message)).map((text) =>
      text.replace(/\{[^{}]*\}|<[^<>]*>/g, "\uFFFC"),
    );
    const found = expressions.flatMap(({ expression, write }) =>
      readings.flatMap((text) => text.match(expression) ?? []).map((word) => `“${word}”: write ${write}`),
    );
    return [...new Set(found)].map((fault) => `${locale}: "${translation || message}": ${fault}`);
  });
}
