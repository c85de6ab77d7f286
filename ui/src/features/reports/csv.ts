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
 * Rows as CSV with the contract's names and ISO dates, for the library's rows with their connection; formulas are
 * escaped, since URLs are untrusted.
 */
export function rowsAsCsv(rows: readonly ReportRow[]): string {
  return asCsv(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column])),
  );
}
