import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { lazyAfterFirstPaint } from "../../../components";
import pager from "../../../components/tables/Pager.module.css";
import type { Paging } from "../../../host/contract";
import { MAX_ROWS } from "../../../shared/lists/endless/use-endless";
import type { List } from "../../../shared/lists/use-list";

// Lists don't wait for their footer.
const Age = lazyAfterFirstPaint(() => import("../../../components/text/Age"), "Age");

export type ReportsFooterProps = {
  list: List<unknown>;
  /** There are more reports than a list loads. */
  isFull: boolean;
  /** How the service pages its lists, as far as known (`field-notes.md` 10). */
  paging: Paging | null | undefined;
};

/** How many reports there are, and where the list is from. */
export function ReportsFooter({ list, isFull, paging }: ReportsFooterProps) {
  const { page, age, ignored, isCurrent, isReading } = list;
  const readAt = isCurrent && !isReading && list.knownAt === null ? list.readAt : 0;
  return (
    <footer className={pager.pager}>
      {page && (
        <span className={pager.range}>
          <Count list={list} isFull={isFull} paging={paging} />
          {ignored !== null && (
            <span className={pager.note}>
              {ignored === "filter" ? (
                <Trans>From the library: the service ignored your filters.</Trans>
              ) : (
                <Trans>From the library: the service ignored the sort order.</Trans>
              )}
            </span>
          )}
        </span>
      )}
      {page && (age !== null || readAt > 0) && (
        <Suspense>
          <span className={pager.age}>
            <Age at={age ?? new Date(readAt).toISOString()} isOfService={age === null} />
          </span>
        </Suspense>
      )}
    </footer>
  );
}

function Count({ list: { page, knownAt }, isFull, paging }: ReportsFooterProps) {
  const { i18n } = useLingui();
  if (!page) return null;
  const { rows, unreadable, total, has_next } = page;
  const loaded = rows.length + unreadable.length;
  if (loaded === 0) return null;
  const count = total ?? loaded;
  const most = i18n.number(MAX_ROWS);
  return (
    <>
      <span>
        {total === null && has_next ? (
          <Plural value={loaded} one="First # report" other="First # reports" />
        ) : (
          <Plural value={count} one="# report" other="# reports" />
        )}
      </span>
      {isFull && (
        <span className={pager.note}>
          <Trans>Showing the first {most}. Use filters to see the rest.</Trans>
        </span>
      )}
      {knownAt === null && paging === "unsaid" && (
        <span className={pager.note}>
          <Trans>There may be more; the service doesn’t say.</Trans>
        </span>
      )}
    </>
  );
}
