import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CatalogType } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { root } from "../../../scripts/lib/paths.mjs";

/** Translates an English text of the app. */
export type Words = (english: string) => string;

/** The app's language in tests. */
export const english: Words = (text) => text;

/** The texts of a language's catalog; other text, such as a URL, stays as it is. */
export async function wordsOf(locale: string): Promise<Words> {
  const isPseudo = locale === "pseudo";
  const filename = join(root, "ui", "src", "locales", isPseudo ? "en" : locale, "messages.po");
  const catalog = await formatter().parse(readFileSync(filename, "utf8"), { locale, sourceLocale: "en", filename });
  const texts = Object.values<CatalogType[string]>(catalog).map(({ message = "", translation = "" }) => ({
    message,
    translation: isPseudo ? marked(message) : translation,
  }));
  const patterns = texts
    .filter(({ message }) => /\{\w+\}/.test(message) && !/\{\w+,/.test(message))
    .map(({ message, translation }) => ({ pattern: patternOf(message), message, translation }))
    // "{name}: {value}" fits more than "Privacy: {word}".
    .sort((a, b) => lettersOf(b.message) - lettersOf(a.message));
  const say: Words = (text) => {
    const exact = texts.find(({ message }) => message === text);
    if (exact) return exact.translation || text;
    for (const { pattern, message, translation } of patterns) {
      const values = pattern.exec(text)?.slice(1);
      if (!values || !translation) continue;
      const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      // A value may be one of the app's texts, such as a heading.
      const value = (name: string) => say(values[names.indexOf(name)] ?? "");
      // In right-to-left texts the app isolates placeholders.
      const [before, after] = locale === "ar" ? ["\u2068", "\u2069"] : ["", ""];
      return translation.replace(/\{(\w+)\}/g, (_, name: string) => before + value(name) + after);
    }
    return text;
  };
  return say;
}

/** The length of a message without its placeholders. */
const lettersOf = (message: string) => message.replace(/\{\w+\}/g, "").length;

/** A text in the pseudo-locale. */
const marked = (message: string) => {
  const parts = message.split(/(\{\w+\})/).map((part, at) => {
    return at % 2 === 1 ? part : part.replace(/[aeiou]/gi, (vowel) => `${vowel}\u0301`.normalize() + vowel);
  });
  return `⟦${parts.join("")}⟧`;
};

/** Matches a message and captures its placeholders. */
const patternOf = (message: string) =>
  new RegExp(
    `^${message
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("(.+)")}$`,
  );
