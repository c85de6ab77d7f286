import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-aria-components";
import { AddressLine, Delta, dayText, Stamp } from "../../../components";
import { classes } from "../../../components/class-names";
import { ReasonsText } from "../../../shared/checks/ReasonsText";
import { useConnection } from "../../../shared/data/connection";
import { comparisonPath, projectPath, reportPath, searchString } from "../../../shared/navigation/routes";
import entry from "../../../shared/screen/entry.module.css";
import { TREND_DAYS } from "../use-summaries";
import pages from "./pages.module.css";
import { Section } from "./Section";
import { useWorse } from "./use-project-data";
import styles from "./Worse.module.css";

/** Reports shown. */
const SHOWN = 5;

/** The reports of a project that got worse most. */
export function Worse({ project, since }: { project: string; since: Date }) {
  const { i18n } = useLingui();
  const { id: connection } = useConnection();
  const reading = useWorse(project);
  const page = reading.data;
  const day = dayText(since, i18n);
  const filter = { changed: "worse", since: TREND_DAYS } as const;
  return (
    <Section
      reading={reading}
      title={<Trans>Got worse</Trans>}
      note={<Trans>since {day}</Trans>}
      link={<Trans>View all changes</Trans>}
      href={`${projectPath(connection, project, "changes")}${searchString({ since: TREND_DAYS })}`}
    >
      {page?.rows.length === 0 && (
        <p className={pages.none}>
          <Trans>No page got worse.</Trans>
        </p>
      )}
      <ul>
        {page?.rows.slice(0, SHOWN).map(({ row, change, score_before }) => (
          <li key={row.id}>
            <Link
              href={
                change?.reasons
                  ? comparisonPath(connection, row.id, change.reasons, filter, project)
                  : reportPath(connection, row.id, filter, project)
              }
              className={classes(entry.entry, pages.page)}
            >
              <Stamp score={row.score} verdict={row.verdict} />
              <span className={styles.changed}>
                <AddressLine address={row.address} isWithoutHost>
                  {change?.reasons != null && <ReasonsText reasons={{ broke: change.reasons.broke }} />}
                </AddressLine>
              </span>
              {row.score !== null && score_before !== null && (
                <Delta difference={Math.round(row.score) - Math.round(score_before)} isPill />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
