import { type I18n, i18n, type Messages } from "@lingui/core";
import type { Language } from "./host/contract";

/** A language with texts; `pseudo` is marked-up English that reveals untranslated or truncated texts. */
export type Locale = Exclude<Language, "system">;

/** Languages to choose from, each by its own name. */
export const LANGUAGES: readonly { id: Exclude<Locale, "pseudo">; name: string; direction: "ltr" | "rtl" }[] = [
  { id: "en", name: "English", direction: "ltr" },
  { id: "de", name: "Deutsch", direction: "ltr" },
  { id: "fr", name: "Français", direction: "ltr" },
  { id: "es", name: "Español", direction: "ltr" },
  { id: "pt-BR", name: "Português (Brasil)", direction: "ltr" },
  { id: "ja", name: "日本語", direction: "ltr" },
  { id: "zh-Hans", name: "简体中文", direction: "ltr" },
  { id: "ar", name: "العربية", direction: "rtl" },
];

type ControlTexts = Record<string, Record<string, unknown>>;
type Catalog = { messages: Messages; controlTexts: ControlTexts };

const CATALOGS: Record<Locale, () => Promise<Catalog>> = {
  en: () => import("./locales/en"),
  de: () => import("./locales/de"),
  fr: () => import("./locales/fr"),
  es: () => import("./locales/es"),
  "pt-BR": () => import("./locales/pt-BR"),
  ja: () => import("./locales/ja"),
  "zh-Hans": () => import("./locales/zh-Hans"),
  ar: () => import("./locales/ar"),
  pseudo: async () => (await import("./locales/pseudo")).load(),
};

/**
 * The preferred language, else the system's first supported one, else English; variants share one translation, such as
 * `zh-TW` and `zh-Hans`.
 */
export function resolveLanguage(preference: Language, system: readonly string[]): Locale {
  if (preference !== "system") return preference;
  const texts = system.map((tag) => LANGUAGES.find(({ id }) => languageOf(id) === languageOf(tag)));
  return texts.find((found) => found !== undefined)?.id ?? "en";
}

/**
 * Switches language, direction, and formats; rejects, with English shown, if texts can't be loaded. The last call wins.
 */
export async function activate(locale: Locale): Promise<void> {
  wanted = locale;
  try {
    const catalog = await CATALOGS[locale]();
    if (wanted === locale) show(locale, catalog);
  } catch (error) {
    if (wanted !== locale) return;
    if (locale !== "en") await activate("en");
    throw error;
  }
}

/** True if the window shows this language and no switch is pending. */
export function isSettled(locale: Locale): boolean {
  return i18n.locale === locale && wanted === locale;
}

/** Preloads the texts of a language that is likely to be shown soon. */
export function prepare(locale: Locale): void {
  // Prefetch only: the real load reports errors.
  CATALOGS[locale]().catch(() => {});
}

let wanted: Locale | undefined;

function show(locale: Locale, { messages, controlTexts }: Catalog): void {
  const written = locale === "pseudo" ? "en" : locale;
  const ways = navigator.languages.filter((tag) => languageOf(tag) === languageOf(written));
  showControlTexts(written, controlTexts);
  document.documentElement.lang = written;
  document.documentElement.dir = directionOf(locale);
  // Replaces all texts of the language.
  i18n.loadAndActivate({ locale, locales: [...ways, written].map(withLatinDigits), messages });
}

/** Arabic texts hold URLs, codes, and versions, whose digits are Latin: with two kinds, a point reads as a zero. */
function withLatinDigits(tag: string): string {
  return languageOf(tag) === "ar" ? new Intl.Locale(tag, { numberingSystem: "latn" }).toString() : tag;
}

const directionOf = (locale: string) => LANGUAGES.find(({ id }) => id === locale)?.direction ?? "ltr";

/** The locale for dates, numbers, and lists: the user's variant, such as `en-GB`. */
export function formatLocale({ locale, locales }: I18n): string {
  return [locales ?? locale].flat()[0] ?? locale;
}

/** Joins counts as in a sentence, each in one line with its word: “12 created, 3 failed, and 1 deleted”. */
export function sentenceOf(i18n: I18n, counts: readonly string[]): string {
  return new Intl.ListFormat(formatLocale(i18n)).format(counts).replace(/(\d) /g, "$1\u00a0");
}

/** Joins values with the language's separator: “a, b, c” or “a、b、c”. */
export function listOf(i18n: I18n, items: readonly string[]): string {
  // Making a format takes longer than drawing a row.
  if (items.length < 2) return items.join();
  const marks = (["conjunction", "unit"] as const).map((type) => {
    const [, between] = new Intl.ListFormat(formatLocale(i18n), { type }).formatToParts(["1", "2", "3"]);
    // Some languages add an “and”, which would look like part of the value.
    return between?.value.replace(/\p{L}+/gu, "") ?? "";
  });
  const mark = marks.find((each) => /\p{P}/u.test(each));
  // Otherwise values without letters would be in reverse order.
  return items.join(directionOf(i18n.locale) === "rtl" && mark !== undefined ? `\u200f${mark}` : mark);
}

/** `undefined` for invalid tags, such as `C`. */
function languageOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}

const shownControlTexts: ControlTexts = {};

/** Replaces React Aria's texts in place: it looks them up only once, in a global meant for server rendering. */
function showControlTexts(locale: string, texts: ControlTexts): void {
  for (const [name, words] of Object.entries(texts)) {
    shownControlTexts[name] = Object.assign(shownControlTexts[name] ?? {}, words);
  }
  Object.assign(window, {
    [Symbol.for("react-aria.i18n.locale")]: locale,
    [Symbol.for("react-aria.i18n.strings")]: shownControlTexts,
  });
}
