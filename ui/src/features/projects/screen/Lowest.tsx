import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link, VisuallyHidden } from "react-aria-components";
import { AddressLine, DateText, Delta, FigureCell, Sparkline, Stamp } from "../../../components";
import { classes } from "../../../components/class-names";
import type { LibraryRow, ReportTrend } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { scoreBefore } from "../../../shared/data/score-before";
import { projectPath, reportPath, searchString } from "../../../shared/navigation/routes";
import entry from "../../../shared/screen/entry.module.css";
import styles from "./Lowest.module.css";
import pages from "./pages.module.css";
import { Section } from "./Section";
import { useLowest, useTrendsOf } from "./use-project-data";

/** Reports shown. */
const SHOWN = 5;

const LOWEST_FIRST = { sort_by: "result", sort: "asc" } as const;

/** The reports of a project with the lowest scores. */
export function Lowest({ project }: { project: string }) {
  const { id: connection } = useConnection();
  const reading = useLowest(project);
  const rows = reading.data?.rows.slice(0, SHOWN) ?? [];
  const trends = useTrendsOf(rows.map(({ row }) => row.id));
  const hasTrends = rows.some(({ row }) => (trends?.[row.id]?.scores.length ?? 0) > 1);
  return (
    <Section
      reading={reading}
      title={<Trans>Lowest scores</Trans>}
      link={<Trans>View all reports</Trans>}
      href={`${projectPath(connection, project, "reports")}${searchString(LOWEST_FIRST)}`}
    >
      {rows.length > 0 && <Heads hasTrends={hasTrends} />}
      <ul>
        {rows.map((known) => (
          <li key={known.row.id}>
            <Link
              href={reportPath(connection, known.row.id, LOWEST_FIRST, project)}
              className={classes(entry.entry, pages.page, styles.line)}
            >
              <Cells known={known} trend={trends?.[known.row.id]} hasTrends={hasTrends} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type HasTrends = {
  /** A score is known to have been another before. */
  hasTrends: boolean;
};

function Heads({ hasTrends }: HasTrends) {
  const { t } = useLingui();
  const { rating } = useConnection().generation;
  return (
    <div className={classes(styles.line, styles.heads)} aria-hidden>
      <span className={styles.score}>
        {rating === "word" ? t`Verdict` : t({ message: "Score", context: "column" })}
      </span>
      <span className={styles.address}>{t`Page`}</span>
      {hasTrends && <span className={styles.trend}>{t`Trend`}</span>}
      <span className={styles.failed}>{t({ message: "Failed", context: "checks" })}</span>
      <span className={styles.checked}>{t`Last checked`}</span>
    </div>
  );
}

function Cells({ known, trend, hasTrends }: HasTrends & { known: LibraryRow; trend: ReportTrend | undefined }) {
  const { row, score_before } = known;
  const failed = trend?.failed;
  const scores = trend?.scores ?? [];
  const { score } = row;
  const before = score === null ? null : (scoreBefore(score, scores) ?? score_before);
  return (
    <>
      <span className={styles.score}>
        <Stamp score={row.score} verdict={row.verdict} />
      </span>
      <span className={styles.address}>
        <AddressLine address={row.address} isWithoutHost />
      </span>
      {hasTrends && (
        <span className={styles.trend}>
          {scores.length > 1 && <Sparkline scores={scores} verdict={row.verdict} />}
          {score !== null && before !== null && <Delta difference={Math.round(score) - Math.round(before)} />}
        </span>
      )}
      <span className={styles.failed}>
        <span aria-hidden>{failed == null ? "–" : <FigureCell value={failed} />}</span>
        {failed != null && (
          <VisuallyHidden elementType="span">
            <Plural value={failed} one="# check failed" other="# checks failed" />
          </VisuallyHidden>
        )}
      </span>
      <span className={styles.checked}>
        <DateText value={row.generated_at} />
      </span>
    </>
  );
}
