import type { ReportRow } from "../../host/contract";
import { asCsv } from "../../shared/lists/csv";

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

/**
 * Rows as CSV with a head, in the contract's words and with dates in ISO form; unknown values are empty. What a
 * spreadsheet would take for a formula is escaped, since addresses come from elsewhere.
 */
export function rowsAsCsv(rows: readonly ReportRow[]): string {
  return asCsv(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column])),
  );
}
