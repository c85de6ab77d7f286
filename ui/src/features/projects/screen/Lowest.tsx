import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "react-aria-components";
import { AddressLine, DateText, Stamp } from "../../../components";
import { classes } from "../../../components/class-names";
import { useConnection } from "../../../shared/data/connection";
import { projectPath, reportPath, searchString } from "../../../shared/navigation/routes";
import entry from "../../../shared/screen/entry.module.css";
import styles from "./Lowest.module.css";
import pages from "./pages.module.css";
import { Section } from "./Section";
import { useLowest } from "./use-project-data";

/** Reports shown. */
const SHOWN = 5;

const LOWEST_FIRST = { sort_by: "result", sort: "asc" } as const;

/** The reports of a project with the lowest scores. */
export function Lowest({ project, reports }: { project: string; reports: number }) {
  const { id: connection } = useConnection();
  const reading = useLowest(project);
  const page = reading.data;
  return (
    <Section
      reading={reading}
      title={<Trans>Lowest scores</Trans>}
      link={<Plural value={reports} one="# report" other="All # reports" />}
      href={`${projectPath(connection, project, "reports")}${searchString(LOWEST_FIRST)}`}
    >
      {page && page.rows.length > 0 && (
        <p className={styles.head}>
          <Trans>Last checked</Trans>
        </p>
      )}
      <ul>
        {page?.rows.slice(0, SHOWN).map(({ row }) => (
          <li key={row.id}>
            <Link
              href={reportPath(connection, row.id, LOWEST_FIRST, project)}
              className={classes(entry.entry, pages.page)}
            >
              <Stamp score={row.score} verdict={row.verdict} />
              <AddressLine address={row.address} isWithoutHost />
              <span className={pages.count}>
                <DateText value={row.generated_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
