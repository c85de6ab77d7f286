import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { lazyAfterFirstPaint, useMinute } from "../../../components";
import pager from "../../../components/tables/Pager.module.css";
import type { Connection } from "../../../host/contract";
import { useWait } from "../../../shared/data/events";
import { useServiceStatus } from "../../../shared/data/service-status";
import { useSyncs } from "../../../shared/data/sync";
import { MAX_ROWS } from "../../../shared/lists/endless/use-endless";
import { LibraryAge, SavedCopyAge } from "../../../shared/lists/SavedCopyAge";
import type { List } from "../../../shared/lists/use-list";
import type { ListedReport, ReportSearch } from "../search";
import styles from "./ReportsFooter.module.css";
import { useVerdictCounts } from "./use-verdict-counts";

const KnownPart = lazyAfterFirstPaint(() => import("../../../shared/sync/KnownPart"), "KnownPart");

export type ReportsFooterProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  list: List<ListedReport>;
  search: ReportSearch;
  /** A removed report is still listed. */
  hasRemoved: boolean;
  /** There are more reports than a list loads. */
  isFull: boolean;
};

/** How many reports there are, and where the list is from. */
export function ReportsFooter(props: ReportsFooterProps) {
  const { ignored } = props.list;
  return (
    <footer className={pager.pager}>
      <span className={pager.range}>
        <Count {...props} />
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
      <Verdicts {...props} />
      <Origin {...props} />
    </footer>
  );
}

/** Where the rows are from: the library, or the service and when. */
function Origin({ connection, list, hasRemoved }: ReportsFooterProps) {
  const { page, age, knownAt, isOfLibrary, isStale } = list;
  if (age !== null) return <LibraryAge at={age} connection={connection?.id ?? null} />;
  if (!page || knownAt !== null || isOfLibrary || connection === null) return null;
  const readAt = new Date(list.readAt).toISOString();
  return isStale || hasRemoved ? (
    <SavedRows connection={connection.id} at={readAt} />
  ) : (
    <Live connection={connection.id} at={readAt} />
  );
}

/** How long rows of the service count as live, in milliseconds. */
const LIVE_MS = 5 * 60_000;

/** The rows are the service’s own, read just now or at another time. */
function Live({ connection, at }: { connection: string; at: string }) {
  const { i18n } = useLingui();
  useMinute();
  // The status line says that the service takes no calls.
  const wait = useWait(connection);
  const { failure } = useServiceStatus(connection);
  const isAway = wait !== undefined || failure !== null;
  if (isAway || Date.now() - Date.parse(at) > LIVE_MS) return <SavedRows connection={connection} at={at} />;
  return (
    <time
      className={styles.live}
      data-passing
      dateTime={at}
      title={i18n.date(at, { dateStyle: "full", timeStyle: "medium" })}
    >
      <Trans>Live</Trans>
    </time>
  );
}

/** The age of rows that the service sent, or how many are saved if these aren't all that are counted. */
function SavedRows({ connection, at }: { connection: string; at: string }) {
  const state = useSyncs()?.find((one) => one.connection === connection);
  const isWhole = !state || state.completeness === "whole" || (state.total ?? 0) <= state.reports;
  if (isWhole) return <SavedCopyAge at={at} isPassing />;
  return (
    <span className={styles.live} data-passing data-saved>
      <KnownPart connection={connection} />
    </span>
  );
}

function Verdicts({ connection, search, list }: ReportsFooterProps) {
  const { i18n } = useLingui();
  const counts = useVerdictCounts(connection?.id ?? null, search, list);
  if (!counts || counts.all === 0 || search.result !== undefined) return null;
  const [good, decent, bad] = [counts.good, counts.decent, counts.bad].map((count) => i18n.number(count));
  return (
    <span className={pager.details}>
      <span>
        <span aria-hidden>·</span>
        <span>
          <Trans>
            {good} good, {decent} decent, {bad} bad
          </Trans>
        </span>
      </span>
    </span>
  );
}

function Count({ connection, list: { page, knownAt }, isFull }: ReportsFooterProps) {
  const { i18n } = useLingui();
  /** How the service pages its lists, as far as known (`field-notes.md` 10). */
  const paging = connection?.generation.paging;
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
