import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link, VisuallyHidden } from "react-aria-components";
import { ImportanceMark, Meter } from "../../../components";
import { classes } from "../../../components/class-names";
import { failureTitle, useGuide } from "../../../shared/checks/guide";
import { useConnection } from "../../../shared/data/connection";
import { projectPath, searchString } from "../../../shared/navigation/routes";
import entry from "./entry.module.css";
import styles from "./FixFirst.module.css";
import { Section } from "./Section";
import { useProjectFixes } from "./use-project-data";

/** Checks shown from the fix list. */
const SHOWN = 5;

/** The most important failing checks of a project. */
export function FixFirst({ project }: { project: string }) {
  const { t, i18n } = useLingui();
  const { id: connection } = useConnection();
  const guide = useGuide();
  const reading = useProjectFixes(project);
  const list = reading.data;
  const words = { high: t`High`, medium: t`Medium`, low: t`Low` };
  const count = list?.checks.length ?? 0;
  const known = list ? list.reports - list.without_checks : 0;
  return (
    <Section
      reading={reading}
      title={<Trans>Fix first</Trans>}
      note={count > 0 && <Plural value={count} one="# failing check" other="# failing checks" />}
      link={<Trans>Fix list</Trans>}
      href={projectPath(connection, project, "fix-list")}
    >
      {list?.checks.length === 0 && (
        <p className={entry.none}>
          {known > 0 ? <Trans>All checks pass.</Trans> : <Trans>No checks yet. Sync to load them.</Trans>}
        </p>
      )}
      <ol className={styles.list}>
        {list?.checks.slice(0, SHOWN).map(({ name, importance, pages }) => {
          const title = failureTitle(guide, name);
          const [some, all] = [i18n.number(pages), i18n.number(known)];
          return (
            <li key={name}>
              <Link
                href={`${projectPath(connection, project, "reports")}${searchString({ failing: name })}`}
                className={classes(entry.entry, styles.fix)}
              >
                {importance ? (
                  <ImportanceMark importance={importance}>
                    <VisuallyHidden>{words[importance]}</VisuallyHidden>
                  </ImportanceMark>
                ) : (
                  <span />
                )}
                <span className={styles.name} dir="auto" title={title}>
                  {title}
                </span>
                <Meter share={pages / Math.max(1, known)} />
                <span className={entry.count}>{t`${some} of ${all}`}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
