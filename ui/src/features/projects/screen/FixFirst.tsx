import { Trans, useLingui } from "@lingui/react/macro";
import { FixFirstList } from "../../../shared/checks/FixFirstList";
import { useConnection } from "../../../shared/data/connection";
import { projectPath, searchString } from "../../../shared/navigation/routes";
import { Section } from "./Section";
import { useProjectFixes } from "./use-project-data";

/** The most important failing checks of a project. */
export function FixFirst({ project }: { project: string }) {
  const { t, i18n } = useLingui();
  const { id: connection } = useConnection();
  const reading = useProjectFixes(project);
  const list = reading.data;
  return (
    <Section
      reading={reading}
      title={<Trans>Fix first</Trans>}
      link={<Trans>View fix list</Trans>}
      href={projectPath(connection, project, "fix-list")}
    >
      {list && (
        <FixFirstList
          list={list}
          hrefOf={(failing) => `${projectPath(connection, project, "reports")}${searchString({ failing })}`}
          countOf={(pages, known) => {
            const [some, all] = [i18n.number(pages), i18n.number(known)];
            return t`${some} of ${all}`;
          }}
        />
      )}
    </Section>
  );
}
