import type { CsvSeparator, ExportFormat, Start } from "../../host/contract";

type Region = Pick<Start, "number_locale" | "list_separator">;

/** The form of a CSV file with a separator, or with the one that spreadsheet programs of the region expect. */
export function csvFormat(region: Region, bom: boolean, separator?: CsvSeparator | null) {
  const hasDecimalComma = decimalMark(region.number_locale ?? navigator.language) === ",";
  const usual: CsvSeparator = hasDecimalComma || region.list_separator === ";" ? "semicolon" : "comma";
  const wanted = separator ?? usual;
  const isOfOthers = wanted === "semicolon" && usual === "comma";
  return {
    kind: "csv",
    bom,
    separator: wanted,
    decimal_comma: wanted !== "comma" && (hasDecimalComma || isOfOthers),
  } satisfies ExportFormat;
}

/** `undefined` for a malformed tag. */
function decimalMark(locale: string): string | undefined {
  try {
    return new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value;
  } catch {
    return undefined;
  }
}
