import type { Page } from "../../../host/contract";

/** Ends a list whose next page isn't there. */
export const NO_PAGE: Page<never> = {
  rows: [],
  number: 1,
  total: null,
  offset: null,
  has_next: false,
  unreadable: [],
  sort_ignored: false,
  filter_ignored: false,
};

/** Pages that follow each other as one; a row that moved while they were read is there once. */
export function joined<Row>(pages: readonly Page<Row>[], idOf: (row: Row) => string): Page<Row> {
  const [first = NO_PAGE, ...others] = pages;
  if (others.length === 0) return first;
  const rows = new Map(first.rows.map((row) => [idOf(row), row]));
  const unreadable = [...first.unreadable];
  const totals = first.total === null ? [] : [first.total];
  let { length: before } = [...first.rows, ...first.unreadable];
  let hasNext = first.has_next;
  for (const page of others) {
    const known = rows.size;
    for (const row of page.rows) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
    unreadable.push(...page.unreadable.map((row) => ({ ...row, position: row.position + before })));
    if (page.total !== null) totals.push(page.total);
    before += page.rows.length + page.unreadable.length;
    // A service that repeats a page has no others.
    hasNext = page.has_next && (rows.size > known || page.unreadable.length > 0);
  }
  return {
    ...first,
    rows: [...rows.values()],
    unreadable,
    // A page that was read before others were removed has the higher one.
    total: first.total === null ? null : Math.min(...totals),
    has_next: hasNext,
    sort_ignored: pages.some(({ sort_ignored }) => sort_ignored),
    filter_ignored: pages.some(({ filter_ignored }) => filter_ignored),
  };
}
