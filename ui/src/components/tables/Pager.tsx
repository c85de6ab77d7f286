import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { Page, PageSize, Paging } from "../../host/contract";
import { Button } from "../buttons/Button";
import { lazyAfterFirstPaint } from "../deferred";
import styles from "./Pager.module.css";
import { PAGE_SIZES } from "./page-sizes";

// Lists don't wait for their footer.
const Age = lazyAfterFirstPaint(() => import("../text/Age"), "Age");
const PageSizes = lazyAfterFirstPaint(() => import("./PageSizes"), "PageSizes");

export type PagerProps = {
  /** The visible page, if any. */
  page: Page<unknown> | undefined;
  /** How the service pages its lists, as far as known (`field-notes.md` 10). */
  paging?: Paging | null;
  /** When the page, a saved copy, was last seen. */
  knownAt?: string | null;
  /** The part of the query that the service ignored; the library's rows are shown instead. */
  ignored?: "filter" | "sort" | null;
  /** The total in words, such as “12 projects”. */
  countOf: (total: number) => ReactNode;
  perPage: PageSize;
  onPerPage: (size: PageSize) => void;
  onPage: (number: number) => void;
};

/** A list's footer: total, range, page size, and paging. */
export function Pager({ page, paging, knownAt = null, ignored = null, countOf, ...props }: PagerProps) {
  const { t } = useLingui();
  const { perPage, onPerPage, onPage } = props;
  const isOnly = page?.number === 1 && !page.has_next;
  // No page size would show other rows.
  const isWhole = isOnly && page.rows.length <= PAGE_SIZES[0];
  return (
    <footer className={styles.pager}>
      <span className={styles.range}>
        {page?.total ? <span>{countOf(page.total)}</span> : null}
        {page?.total && !isOnly ? <span aria-hidden>·</span> : null}
        {page && !(page.total !== null && isOnly) && <Range page={page} />}
        {page && ignored !== null && (
          <>
            {" "}
            <span className={styles.note}>
              {ignored === "filter" ? (
                <Trans>From the library: the service ignored your filters.</Trans>
              ) : (
                <Trans>From the library: the service ignored the sort order.</Trans>
              )}
            </span>
          </>
        )}
        {page && knownAt !== null && (
          <Suspense>
            {" "}
            <span className={styles.note}>
              <Age at={knownAt} />
            </span>
          </Suspense>
        )}
        {page && knownAt === null && paging === "unsaid" && page.rows.length > 0 && (
          <>
            {" "}
            <span className={styles.note}>
              <Trans>There may be more; the service doesn’t say.</Trans>
            </span>
          </>
        )}
      </span>
      {!isWhole && (
        <Suspense fallback={<span className={styles.sizes} />}>
          <PageSizes value={perPage} onChange={onPerPage} />
        </Suspense>
      )}
      {!isOnly && (
        <nav className={styles.turn} aria-label={t`Pages`}>
          <Button
            icon={ChevronLeft}
            aria-label={t`Previous page`}
            isDisabled={!page || page.number <= 1}
            onPress={() => page && onPage(page.number - 1)}
          />
          <Button
            icon={ChevronRight}
            aria-label={t`Next page`}
            isDisabled={!page?.has_next}
            onPress={() => page && onPage(page.number + 1)}
          />
        </nav>
      )}
    </footer>
  );
}

function Range({ page }: { page: Page<unknown> }) {
  const { i18n } = useLingui();
  const length = page.rows.length + page.unreadable.length;
  const number = i18n.number(page.number);
  if (length === 0 && page.number === 1) return null;
  if (page.offset === null || length === 0) return <Trans>Page {number}</Trans>;
  const [from, to] = [i18n.number(page.offset + 1), i18n.number(page.offset + length)];
  return (
    <span>
      <Trans>
        {from}–{to}
      </Trans>
    </span>
  );
}
