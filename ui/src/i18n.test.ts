import { i18n } from "@lingui/core";
import { afterEach, expect, it, vi } from "vitest";
import { activate, formatLocale, LANGUAGES, listOf, resolveLanguage, sentenceOf } from "./i18n";
import { messages as arabic } from "./locales/ar";
import { messages as english } from "./locales/en";
import { load as loadPseudo } from "./locales/pseudo";

afterEach(() => {
  vi.doUnmock("./locales/de");
  return activate("en");
});

const systemHas = (...languages: string[]) => vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);

it.each([
  [["de-AT", "en"], "de"],
  [["pt-PT"], "pt-BR"],
  [["zh-CN"], "zh-Hans"],
  [["zh-SG"], "zh-Hans"],
  [["zh-TW", "fr"], "zh-Hans"],
  [["ar-EG"], "ar"],
  [["es-419"], "es"],
  [["nl-NL", "fr-CA", "en"], "fr"],
  [["nl-NL"], "en"],
  [["C", "en_US.UTF-8", "ja"], "ja"],
  [[], "en"],
] as const)("reads to a system in %s in %s", (system, language) => {
  expect(resolveLanguage("system", system)).toBe(language);
});

it("prefers what is chosen to what the system has", () => {
  expect(resolveLanguage("fr", ["de"])).toBe("fr");
});

it.each(LANGUAGES)("shows $name in its direction and by its ways", async ({ id, direction }) => {
  systemHas("xx", `${new Intl.Locale(id).language}-ZA`);
  await activate(id);
  expect(i18n.locale).toBe(id);
  expect(document.documentElement).toHaveAttribute("lang", id);
  expect(document.documentElement).toHaveAttribute("dir", direction);
  const { language } = new Intl.Locale(id);
  expect(formatLocale(i18n)).toBe(language === "ar" ? "ar-ZA-u-nu-latn" : `${language}-ZA`);
});

it("writes numbers and dates the way of a language where the system has another", async () => {
  systemHas("en-US");
  await activate("de");
  expect(formatLocale(i18n)).toBe("de");
  expect(i18n.number(1234.5)).toBe("1.234,5");
});

it("has one kind of digits, also in Arabic", async () => {
  systemHas("ar-EG");
  await activate("ar");
  expect(i18n.number(1200.5)).toBe("1,200.5");
  expect(i18n.date(new Date(2026, 10, 14), { dateStyle: "long" })).toMatch(/^14 .* 2026$/);
});

it.each([
  ["en", "a, b, c"],
  ["ja", "a、b、c"],
  // The mark keeps the order of values without letters in a sentence.
  ["ar", "a\u200f، b\u200f، c"],
] as const)("puts between values what %s puts there", async (locale, list) => {
  await activate(locale);
  expect(listOf(i18n, ["a", "b", "c"])).toBe(list);
  expect(listOf(i18n, ["a"])).toBe("a");
});

it("joins counts as in a sentence, each with its word", () => {
  expect(sentenceOf(i18n, ["12 created", "3 failed"])).toBe("12\u00a0created and 3\u00a0failed");
});

it("is English where a language cannot be loaded, and says so", async () => {
  await activate("fr");
  vi.doMock("./locales/de", () => {
    throw new Error("It is not there.");
  });
  await expect(activate("de")).rejects.toThrow();
  expect(i18n.locale).toBe("en");
  expect(document.documentElement).toHaveAttribute("lang", "en");
});

it("shows the language that was asked for last", async () => {
  await Promise.all([activate("ar"), activate("ja"), activate("de")]);
  expect(i18n.locale).toBe("de");
});

it("keeps an address as it is among Arabic words", async () => {
  const [id] =
    Object.entries(arabic).find(([, message]) => [message].flat().some((token) => Array.isArray(token) && !token[1])) ??
    [];
  await activate("ar");
  const values = new Proxy({}, { get: () => "shop.example/" });
  expect(i18n._(id ?? "", values)).toContain("\u2068shop.example/\u2069");
});

it("makes every English text conspicuous, and leaves its values, tags and plurals alone", async () => {
  const { messages: pseudo } = await loadPseudo();
  expect(Object.keys(pseudo)).toEqual(Object.keys(english));
  for (const [id, message] of Object.entries(pseudo)) {
    expect([message.at(0), message.at(-1)]).toEqual(["⟦", "⟧"]);
    expect(shape(message.slice(1, -1))).toEqual(shape([english[id] ?? ""].flat()));
  }
});

/** A message reduced to its placeholders, tags, and plural cases. */
function shape(part: unknown): unknown {
  if (typeof part === "string") return part.match(/<[^>]*>|#/g) ?? [];
  if (!Array.isArray(part)) return part;
  return part.map((token) => {
    if (!Array.isArray(token)) return shape(token);
    const [name, type, cases] = token;
    return [name, type, cases && Object.entries(cases).map(([key, of]) => [key, shape(of)])];
  });
}
