/**
 * A rule of words.json. `find` lists words and phrases, `pattern` is a regular expression for what a list can't say; both
 * match whole words in any case, unless `case` is true. `except` maps the path of a file to the reason why it may use them.
 * @typedef {{ find?: string[], pattern?: string, case?: boolean, write: string, except?: Record<string, string> }} Rule
 */

/**
 * The content of words.json: the rules, and the files that aren't checked, each with a reason.
 * @typedef {{ rules: Rule[], skip: Record<string, string> }} Words
 */

/** @typedef {{ file: string, line: number, found: string, write: string }} Fault */

/** Stands for text that isn't prose, so that no phrase matches across it. */
const BLANK = "\uFFFC";

/**
 * The text with everything that matches blanked. Lines keep their numbers.
 * @param {string} text
 * @param {RegExp[]} patterns
 */
const without = (text, ...patterns) =>
  patterns.reduce((rest, pattern) => rest.replace(pattern, (match) => match.replace(/[^\n]/g, BLANK)), text);

const URLS = /\b[a-z][a-z+.-]*:\/\/[^\s)>\]"”]+/gi;

/**
 * Markdown without code, targets of links, and comments.
 * @param {string} text
 */
export const proseOfMarkdown = (text) =>
  without(
    text,
    /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm,
    /<!--[\s\S]*?-->/g,
    /(`+)(?!`)(?:[^`]|(?!\1)`)+?\1(?!`)/g,
    /(?<=\])\([^()\s]*\)/g,
    URLS,
  );

/**
 * XML without tags and without texts in other languages. Comments count as prose.
 * @param {string} text
 */
export const proseOfXml = (text) =>
  without(text, /<(\w+)[^<>]* xml:lang="[^"]*"[^<>]*>[^<]*<\/\1>/g, /<\?[^>]*>|<\/?\w[^<>]*>/g, URLS);

/**
 * A desktop entry without its values in other languages.
 * @param {string} text
 */
export const proseOfDesktopEntry = (text) => without(text, /^\w+\[[^\]]+\]=.*$/gm, URLS);

/**
 * Only what manifests in TOML or JSON say in their descriptions.
 * @param {string} text
 */
export function proseOfDescriptions(text) {
  const values = [...text.matchAll(/^\s*"?(?:\w+D|d)escription"?\s*[=:]\s*"((?:[^"\\]|\\.)*)"/gm)];
  let prose = text.replace(/[^\n]/g, BLANK);
  for (const { 0: match, 1: value, index } of values) {
    const start = index + match.length - value.length - 1;
    const said = value.replaceAll("\\n", "  ");
    prose = prose.slice(0, start) + said + prose.slice(start + said.length);
  }
  return prose;
}

/** @param {string} text */
const proseOfScript = (text) => without(text, URLS);

/** Marks where a comment begins, for rules about first words: a paragraph separator. */
const START = "\u2029";

/** Strings, templates, and regular expressions in JavaScript or TypeScript, which may contain comment marks. */
const SCRIPT_LITERALS = [
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/,
  /(?<=[=(,:[!&|?{};>]\s*|\breturn\s+)\/(?![*/])(?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//,
];

/** Strings, raw strings, and characters in Rust. A lifetime isn't a character. */
const RUST_LITERALS = [/b?r(?<hashes>#*)"[\s\S]*?"\k<hashes>|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\[^\n]+?)'/];

const STYLE_LITERALS = [/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|url\([^)]*\)/];

/** Tags with their types, links, and code. */
const NO_PROSE = [/@\w+(?:\s+\{.*\}(?=\s|$))?(?:\s+\[?[\w.$]+\]?)?/gm, /\{@\w+[^}]*\}/g, /`[^`\n]*`/g, URLS];

/**
 * Only the comments of code; consecutive lines of `//` are one comment.
 * @param {RegExp[]} literals parts that aren't searched for comments
 * @param {string} [start] marks where a comment begins
 * @returns {(text: string) => string}
 */
const proseOfComments =
  (literals, start = START) =>
  (text) => {
    const token = new RegExp(
      [
        ...literals.map(({ source }) => `(?:${source})`),
        "(?<comment>(?<!:)//[^\n]*(?:\\n[^\\S\\n]*//[^\n]*)*|/\\*[\\s\\S]*?\\*/)",
      ].join("|"),
      "g",
    );
    let prose = "";
    for (const { 0: match, index, groups } of text.matchAll(token)) {
      if (groups?.comment === undefined) continue;
      prose += without(text.slice(prose.length, index), /[\s\S]+/g);
      const words = match.replace(/^[^\S\n]*(?:\/\/[/!]?|\/?\*+\/?)|\*+\/$/gm, (mark) => " ".repeat(mark.length));
      prose += start + without(words, ...NO_PROSE).slice(1);
    }
    return prose + without(text.slice(prose.length), /[\s\S]+/g);
  };

/**
 * The checked files, and how to get their prose. Another scope is one more line.
 * @type {{ files: RegExp, proseOf: (text: string) => string }[]}
 */
export const scopes = [
  { files: /\.md$/, proseOf: proseOfMarkdown },
  { files: /^src-tauri\/bundle\/.*\.(xml|plist)$/, proseOf: proseOfXml },
  { files: /^src-tauri\/bundle\/.*\.desktop$/, proseOf: proseOfDesktopEntry },
  { files: /^src-tauri\/bundle\/.*\.(sh|nsh)$/, proseOf: proseOfScript },
  // The comments of contract.ts are generated from Rust.
  {
    files: /^(ui|tests|scripts)\/(?!src\/host\/contract\.ts).*\.(tsx?|mjs)$/,
    proseOf: proseOfComments(SCRIPT_LITERALS),
  },
  { files: /^(ui|tests|scripts)\/.*\.css$/, proseOf: proseOfComments(STYLE_LITERALS) },
  // In Rust, documentation often begins with “Whether”.
  { files: /^src-tauri\/.*\.rs$/, proseOf: proseOfComments(RUST_LITERALS, BLANK) },
  { files: /(^|\/)(Cargo\.toml|package\.json|tauri[\w.]*\.conf\.json)$/, proseOf: proseOfDescriptions },
];

/**
 * An expression for what a rule rules out.
 * @param {Rule} rule
 * @param {boolean} [isSpaced] false for languages that join words, where parts of words match
 */
export function expressionOf({ find = [], pattern, case: isExact = false }, isSpaced = true) {
  // The longest first: one phrase may begin like another.
  const phrases = [...find]
    .sort((left, right) => right.length - left.length)
    .map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("'", "['’]"));
  const any = [...phrases, ...(pattern ? [pattern] : [])].join("|");
  // A phrase may go over the end of a line, not of a paragraph.
  const spaced = any.replaceAll(" ", "(?:[^\\S\\n]+|[^\\S\\n]*\\n[^\\S\\n]*)");
  const [start, end] = isSpaced ? ["(?<![\\p{L}\\w-])", "(?![\\p{L}\\w-])"] : ["", ""];
  return new RegExp(`${start}(?:${spaced})${end}`, isExact ? "gu" : "giu");
}

/**
 * The words of a file that are ruled out, in order; nothing for a file outside all scopes.
 * @param {string} file its path from the root, with slashes
 * @param {string} text
 * @param {Rule[]} rules
 * @returns {Fault[]}
 */
export function faultsIn(file, text, rules) {
  const scope = scopes.find(({ files }) => files.test(file));
  if (!scope) return [];
  const prose = scope.proseOf(text.replaceAll("\r\n", "\n"));
  return rules
    .flatMap((rule) => [...prose.matchAll(expressionOf(rule))].map((match) => ({ rule, match })))
    .sort((left, right) => left.match.index - right.match.index)
    .map(({ rule, match }) => ({
      file,
      line: prose.slice(0, match.index).split("\n").length,
      found: match[0].replace(/\s+/g, " "),
      write: rule.write,
    }));
}

/**
 * Everything that is wrong in a set of files, one line each, including exceptions that are no longer needed.
 * @param {Record<string, string>} texts by path
 * @param {Words} words
 * @returns {string[]}
 */
export function faultsOfAll(texts, { rules, skip }) {
  const of = (/** @type {string} */ file, /** @type {Rule[]} */ some) => faultsIn(file, texts[file] ?? "", some);
  const unneeded = [
    ...Object.keys(skip).filter((file) => of(file, rules).length === 0),
    ...rules.flatMap((rule) => Object.keys(rule.except ?? {}).filter((file) => of(file, [rule]).length === 0)),
  ];
  const faults = Object.keys(texts)
    .filter((file) => !(file in skip))
    .flatMap((file) =>
      of(
        file,
        rules.filter(({ except = {} }) => !(file in except)),
      ),
    );
  return [
    ...faults.map(({ file, line, found, write }) => `${file}:${line}: “${found}”: write ${write}`),
    ...unneeded.map((file) => `scripts/words.json: the exception for ${file} is no longer needed`),
  ];
}
