import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CatalogType } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { root } from "../../../scripts/lib/paths.mjs";

/** Says an English text of the app as the app says it in some language. */
export type Words = (english: string) => string;

/** The app's own language in tests. */
export const english: Words = (text) => text;

/** The words of a language, out of its catalogue. A text that is none of the app's, such as an address, stays. */
export async function wordsOf(locale: string): Promise<Words> {
  const isPseudo = locale === "pseudo";
  const folder = join(root, "ui", "src", "locales", isPseudo ? "en" : locale);
  const catalogues = ["messages.po", "more.po"].map(async (name) => {
    const filename = join(folder, name);
    return formatter().parse(readFileSync(filename, "utf8"), { locale, sourceLocale: "en", filename });
  });
  const texts = (await Promise.all(catalogues))
    .flatMap(Object.values<CatalogType[string]>)
    .map(({ message = "", translation = "" }) => ({ message, translation: isPseudo ? marked(message) : translation }));
  const patterns = texts
    .filter(({ message }) => /\{\w+\}/.test(message) && !/\{\w+,/.test(message))
    .map(({ message, translation }) => ({ pattern: patternOf(message), message, translation }));
  const say: Words = (text) => {
    const exact = texts.find(({ message }) => message === text);
    if (exact) return exact.translation || text;
    for (const { pattern, message, translation } of patterns) {
      const values = pattern.exec(text)?.slice(1);
      if (!values || !translation) continue;
      const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      // What is put in may be one of the app's texts itself, such as a heading.
      const value = (name: string) => say(values[names.indexOf(name)] ?? "");
      // In texts that run from right to left the app sets what is put in apart.
      const [before, after] = locale === "ar" ? ["\u2068", "\u2069"] : ["", ""];
      return translation.replace(/\{(\w+)\}/g, (_, name: string) => before + value(name) + after);
    }
    return text;
  };
  return say;
}

/** A text as the language for testing layouts has it. */
const marked = (message: string) => {
  const parts = message.split(/(\{\w+\})/).map((part, at) => {
    return at % 2 === 1 ? part : part.replace(/[aeiou]/gi, (vowel) => `${vowel}\u0301`.normalize() + vowel);
  });
  return `⟦${parts.join("")}⟧`;
};

/** Finds what stands for the placeholders of a message. */
const patternOf = (message: string) =>
  new RegExp(
    `^${message
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("(.+)")}$`,
  );
