import { expect, it } from "vitest";
import type { CsvSeparator } from "../../host/contract";
import { csvFormat } from "./csv-format";

const inRegion = (number_locale: string | null, list_separator: string | null = null, separator?: CsvSeparator) => {
  const { separator: wanted, decimal_comma } = csvFormat({ number_locale, list_separator }, true, separator);
  return [wanted, decimal_comma];
};

it.each(["de-DE", "fr-FR", "es-ES", "pt-BR", "en-DE", "it-IT", "ru-RU"])("takes semicolons for %s", (locale) => {
  expect(inRegion(locale)).toEqual(["semicolon", true]);
});

it.each(["en-US", "en-GB", "es-MX", "ja-JP", "zh-CN", "not a tag", null])("takes commas for %s", (locale) => {
  expect(inRegion(locale)).toEqual(["comma", false]);
});

it("follows the separator that the system sets beside a decimal point", () => {
  expect(inRegion("de-CH", ";")).toEqual(["semicolon", false]);
  expect(inRegion("ar-SA", ";")).toEqual(["semicolon", false]);
  expect(inRegion("de-DE", ",")).toEqual(["semicolon", true]);
});

it("has numbers that fit a chosen separator", () => {
  expect(inRegion("de-DE", null, "comma")).toEqual(["comma", false]);
  expect(inRegion("de-DE", null, "tab")).toEqual(["tab", true]);
  expect(inRegion("en-US", null, "tab")).toEqual(["tab", false]);
  expect(inRegion("en-US", null, "semicolon")).toEqual(["semicolon", true]);
});
