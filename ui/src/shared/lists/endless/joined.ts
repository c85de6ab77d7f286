import type { Page, UnreadableRow } from "../../../host/contract";

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

/** The same rows, at the same places of their pages. */
const areSame = (some: readonly UnreadableRow[], others: readonly UnreadableRow[]) =>
  some.length === others.length &&
  some.every(({ position, raw }, at) => position === others[at]?.position && raw === others[at]?.raw);

/** Pages that follow each other as one; a row that moved while they were read is there once. */
export function joined<Row>(pages: readonly Page<Row>[], idOf: (row: Row) => string): Page<Row> {
  const [first = NO_PAGE, ...others] = pages;
  if (others.length === 0) return first;
  const rows = new Map(first.rows.map((row) => [idOf(row), row]));
  const unreadable = [...first.unreadable];
  const totals = first.total === null ? [] : [first.total];
  let { length: before } = [...first.rows, ...first.unreadable];
  let hasNext = first.has_next;
  for (const [at, page] of others.entries()) {
    const known = rows.size;
    for (const row of page.rows) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
    const isNew =
      rows.size > known || (page.unreadable.length > 0 && !areSame(page.unreadable, pages[at]?.unreadable ?? []));
    // A service that repeats a page has no others.
    hasNext = page.has_next && isNew;
    if (isNew) unreadable.push(...page.unreadable.map((row) => ({ ...row, position: row.position + before })));
    if (page.total !== null) totals.push(page.total);
    before += page.rows.length + page.unreadable.length;
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
