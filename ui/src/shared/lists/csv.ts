import Papa from "papaparse";

// The package's own pattern overlooks texts of several lines.
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV with a head; what a spreadsheet would take for a formula is escaped, since texts come from elsewhere. */
export function asCsv(fields: readonly string[], data: readonly (readonly unknown[])[]): string {
  return Papa.unparse({ fields: [...fields], data: data.map((row) => [...row]) }, { escapeFormulae: FORMULA });
}
