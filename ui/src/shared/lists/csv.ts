import Papa from "papaparse";

// The package's own pattern misses multiline text.
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV with a header; formulas are escaped, since the text is untrusted. */
export function asCsv(fields: readonly string[], data: readonly (readonly unknown[])[]): string {
  return Papa.unparse({ fields: [...fields], data: data.map((row) => [...row]) }, { escapeFormulae: FORMULA });
}
