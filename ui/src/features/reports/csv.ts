import Papa from "papaparse";
import type { ReportRow } from "../../host/contract";

const COLUMNS = [
  "id",
  "address",
  "url",
  "project",
  "verdict",
  "score",
  "privacy",
  "has_password",
  "generated_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof ReportRow)[];

// The library's own pattern overlooks texts of several lines.
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Rows as CSV with a head, in the contract's words and with dates in ISO form; unknown values are empty. What a
 * spreadsheet would take for a formula is escaped, since addresses come from elsewhere.
 */
export function rowsAsCsv(rows: readonly ReportRow[]): string {
  const data = rows.map((row) => COLUMNS.map((column) => row[column]));
  return Papa.unparse({ fields: [...COLUMNS], data }, { escapeFormulae: FORMULA });
}
