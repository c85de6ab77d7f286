import type { ReportRow } from "../../host/contract";
import { asCsv } from "../../shared/lists/csv";
import type { ListedReport } from "./search";

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

/** Fields that only the library has. */
const SAVED = ["seen_at", "changed_at", "gone_at"] as const satisfies (keyof NonNullable<ListedReport["known"]>)[];

/**
 * Rows as CSV with the contract's names and ISO dates, for the library's rows with their connection; formulas are
 * escaped, since URLs are untrusted.
 */
export function rowsAsCsv(rows: readonly ListedReport[], nameOf: (connection: string) => string = (id) => id): string {
  const valuesOf = (row: ReportRow) => COLUMNS.map((column) => row[column]);
  const saved = rows.flatMap(({ known, ...row }) => (known ? [{ row, known }] : []));
  if (saved.length === 0) return asCsv(COLUMNS, rows.map(valuesOf));
  return asCsv(
    ["connection", ...COLUMNS, ...SAVED],
    saved.map(({ row, known }) => [
      nameOf(known.connection),
      ...valuesOf(row),
      ...SAVED.map((column) => known[column]),
    ]),
  );
}
