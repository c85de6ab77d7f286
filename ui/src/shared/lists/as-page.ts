import type { Page } from "../../host/contract";

/** A page of local rows, shaped like a page of the service's list. */
export function asPage<Row>({ rows, number, total }: { rows: Row[]; number: number; total: number }, perPage: number) {
  const offset = (number - 1) * perPage;
  return {
    rows,
    number,
    total,
    offset,
    has_next: offset + rows.length < total,
    unreadable: [],
    sort_ignored: false,
    filter_ignored: false,
  } satisfies Page<Row>;
}

/** All local rows as one page. */
export function asWholePage<Row>(rows: Row[]): Page<Row> {
  return asPage({ rows, number: 1, total: rows.length }, rows.length);
}
