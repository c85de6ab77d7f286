import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { Link } from "react-aria-components";
import { AddressLine, Delta, dayText, hasSeveralHosts, Skeleton, Stamp } from "../../../components";
import { classes } from "../../../components/class-names";
import type { Change, Changes, LibraryRow, Overview } from "../../../host/contract";
import { ReasonsText } from "../../../shared/checks/ReasonsText";
import { keys } from "../../../shared/data/queries";
import { useToldApart } from "../../../shared/data/told-apart";
import { totalOf } from "../../../shared/data/verdicts";
import type { Range } from "../../../shared/moments/range";
import { reportPath, searchString } from "../../../shared/navigation/routes";
import { momentOf, type SinceParam, sinceOf } from "../../../shared/navigation/since";
import { ProblemInline } from "../../../shared/problems";
import entry from "../../../shared/screen/entry.module.css";
import { Part } from "../../../shared/screen/Part";
import { placeOfChange } from "../changes/changes-search";
import { beginsLater, endOf, verdictsAtStart } from "../days";
import { useLibraryQuery } from "../use-library-query";
import styles from "./GotWorse.module.css";

/** Reports shown. */
const SHOWN = 3;

/** Fewer of a hundred pages say nothing about the others. */
const LEAST_COMPARED = 5;

type GotWorseProps = {
  connection: string | null;
  range: Range;
  /** The day since which the screen counts. */
  start: Date;
  overview: Overview;
};

/** The reports that got worse most, and why. */
export function GotWorse({ connection, range, start, overview }: GotWorseProps) {
  const { average, verdicts } = overview;
  const isFromStart = average.length > 1 && beginsLater(average, range, new Date());
  const since = isFromStart ? momentOf(endOf(start)) : range.since;
  const { t, i18n } = useLingui();
  const day = dayText(start, i18n);
  const changed = { change: "worse", since: sinceOf(since) } as const;
  const query = { ...(connection !== null && { connection }), changed, sort_by: "fall", per_page: 10 } as const;
  const list = useLibraryQuery(keys.library.list(query), "library_list", query);
  const { rows, changes } = list.data ?? {};
  const pages = changes?.worse ?? 0;
  const added = changes?.new ?? 0;
  // Older pages that the history has only since later have no score from then.
  const before = verdictsAtStart(overview);
  const compared = Math.min(totalOf(verdicts) - added, before ? totalOf(before) : 0);
  const hasHosts = hasSeveralHosts(rows?.map(({ row }) => row.address) ?? []);
  const isTooNew = rows?.length === 0 && added > 0 && compared * 100 < totalOf(verdicts) * LEAST_COMPARED;
  return (
    <Part
      title={t`Got worse`}
      // Else the change of the average says it.
      note={isFromStart && t`since ${day}`}
      link={
        pages > 0
          ? {
              href: placeOfChange(connection, since, "worse"),
              text: <Plural value={pages} one="View # page" other="View all # pages" />,
            }
          : undefined
      }
    >
      {list.problem && <ProblemInline isRead problem={list.problem} />}
      {!rows && !list.problem && <Skeleton rows={SHOWN} />}
      {rows?.length === 0 && (
        <p className={styles.others}>
          {isTooNew ? (
            <Trans>Too few earlier pages to compare</Trans>
          ) : added > 0 ? (
            <Plural
              value={compared}
              one="The earlier page didn’t get worse."
              other="None of the # earlier pages got worse."
            />
          ) : (
            <Trans>No page got worse.</Trans>
          )}
        </p>
      )}
      {rows && rows.length > 0 && (
        <ul>
          {rows.slice(0, SHOWN).map((row, _, shown) => (
            <Row key={`${row.connection} ${row.row.id}`} known={row} since={since} shown={shown} hasHosts={hasHosts} />
          ))}
        </ul>
      )}
      {changes && !isTooNew && <Others connection={connection} since={since} counts={changes} />}
    </Part>
  );
}

type RowProps = { known: LibraryRow; since: SinceParam; shown: readonly LibraryRow[]; hasHosts: boolean };

function Row({ known, since, shown, hasHosts }: RowProps) {
  const tell = useToldApart();
  const { connection, row, score_before } = known;
  const reasons = known.change?.reasons;
  const hasBroken = reasons != null && reasons.broke.count > 0;
  const telling = tell(
    row,
    shown.map((other) => other.row),
  );
  const compared = reasons && { part: "history", before: reasons.before, after: reasons.after };
  const place = reportPath(connection, row.id);
  const search = searchString({ changed: "worse", since, ...compared });
  return (
    <li>
      <Link href={`${place}${search}`} className={classes(entry.entry, styles.row)}>
        <Stamp score={row.score} verdict={row.verdict} />{" "}
        <span className={styles.page}>
          <AddressLine address={row.address} hasOtherHosts={hasHosts}>
            {(telling || hasBroken) && (
              <span className={entry.why}>
                {telling && <span>{telling}</span>} {hasBroken && <ReasonsText reasons={{ broke: reasons.broke }} />}
              </span>
            )}
          </AddressLine>
        </span>{" "}
        {row.score !== null && score_before !== null && (
          <Delta difference={Math.round(row.score) - Math.round(score_before)} isPill />
        )}
      </Link>
    </li>
  );
}

type OthersProps = { connection: string | null; since: SinceParam; counts: Changes };

/** The other changes, by kind. */
function Others({ connection, since, counts }: OthersProps) {
  const words: Record<Exclude<Change, "worse">, string> = {
    better: plural(counts.better, { one: "# better", other: "# better" }),
    new: plural(counts.new, { one: "# new", other: "# new" }),
    gone: plural(counts.gone, { one: "# removed", other: "# removed" }),
  };
  const shown = (["better", "new", "gone"] as const).filter((change) => counts[change] > 0);
  if (shown.length === 0) return null;
  return (
    <p className={styles.others}>
      <Trans>Other changes:</Trans>{" "}
      {shown.map((change, at) => (
        <Fragment key={change}>
          <span className={styles.kind}>
            <Link href={placeOfChange(connection, since, change)} className={styles.other}>
              {words[change]}
            </Link>
            {at < shown.length - 1 && " ·"}
          </span>{" "}
        </Fragment>
      ))}
    </p>
  );
}
