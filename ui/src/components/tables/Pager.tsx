import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Page, Paging } from "../../host/contract";
import { Button } from "../buttons/Button";
import { lazyAfterFirstPaint } from "../deferred";
import styles from "./Pager.module.css";

// Lists don't wait for their footer.
const Age = lazyAfterFirstPaint(() => import("../text/Age"), "Age");

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
  /** One sentence about all rows, at the end. */
  note?: ReactNode;
  onPage: (number: number) => void;
};

/** A list's footer: total, and the way to other pages. */
export function Pager({ page, paging, knownAt = null, ignored = null, countOf, note, onPage }: PagerProps) {
  const { t } = useLingui();
  if (!page) return null;
  const isOnly = page.number === 1 && !page.has_next;
  // Not hidden by a style: not every web view notices when it has something to say.
  if (page.total === 0 && isOnly && ignored === null && knownAt === null && !note) return null;
  return (
    <footer className={styles.pager}>
      <span className={styles.range}>
        {page.total ? <span>{countOf(page.total)}</span> : null}
        {page.total && !isOnly ? <span aria-hidden>·</span> : null}
        {!(page.total !== null && isOnly) && <Range page={page} />}
        {ignored !== null && (
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
        {knownAt !== null && (
          <>
            {" "}
            <span className={styles.note}>
              <Age at={knownAt} />
            </span>
          </>
        )}
        {knownAt === null && paging === "unsaid" && page.rows.length > 0 && (
          <>
            {" "}
            <span className={styles.note}>
              <Trans>There may be more; the service doesn’t say.</Trans>
            </span>
          </>
        )}
        {note && <span className={styles.end}>{note}</span>}
      </span>
      {!isOnly && (
        <nav className={styles.turn} aria-label={t`Pages`}>
          <Button
            icon={ChevronLeft}
            aria-label={t`Previous page`}
            isDisabled={page.number <= 1}
            onPress={() => onPage(page.number - 1)}
          />
          <Button
            icon={ChevronRight}
            aria-label={t`Next page`}
            isDisabled={!page.has_next}
            onPress={() => onPage(page.number + 1)}
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
