import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ListChecks, ScanSearch } from "lucide-react";
import { AddressText, readable, Stamp, useOpenAddress } from "../../components";
import { Tile } from "../../components/marks/Tile";
import { Match, placeOf } from "../../components/text/Match";
import type { Connection, Project } from "../../host/contract";
import { useConnectionName } from "../../shared/data/connection";
import { useToldApart } from "../../shared/data/told-apart";
import { projectPath, reportPath, reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useMakeBatch } from "../../shared/planning/batches";
import { projectId, reportId } from "./recents";
import type { FoundProject, FoundReport } from "./use-found";
import type { Choice } from "./use-known-choices";

/** Makes choices of reports and projects; with their connection's name if they are of several. */
export function useThings(connections: readonly Connection[], isAll: boolean) {
  const { t, i18n } = useLingui();
  const go = useGoTo();
  const openAddress = useOpenAddress();
  const sizeOf = useSize();
  const tell = useToldApart();
  const connectionName = useConnectionName();
  const nameOf = (id: string) => {
    const connection = isAll && connections.find((one) => one.id === id);
    return connection ? connectionName(connection) : undefined;
  };

  const reportChoice = (report: FoundReport, search: string): Choice => {
    const { connection, row } = report;
    const { url } = row;
    const text = readable(row.address);
    return {
      id: reportId(connection, row.id),
      label: text,
      content: text ? (
        <bdi dir="ltr">
          <Match text={text} place={placeOf(readable(search), text)} />
        </bdi>
      ) : (
        <AddressText address="" />
      ),
      mark: <Stamp score={row.score} verdict={row.verdict} />,
      detail: nameOf(connection),
      hasActions: true,
      section: "reports",
      report,
      run: () => go(reportPlace(report, isAll)),
      openPage: url === null ? undefined : () => openAddress(url),
    };
  };

  /** Tells reports of the same page apart by when they were created. */
  const toldApart = (choices: readonly Choice[]): readonly Choice[] => {
    const twinsOf = ({ id, label, detail }: Choice) =>
      choices.filter((other) => other.id !== id && other.label === label && other.detail === detail);
    return choices.map((choice) => {
      const twins = twinsOf(choice).flatMap(({ report }) => report?.row ?? []);
      const telling = choice.report && tell(choice.report.row, twins);
      if (!telling) return choice;
      return { ...choice, detail: choice.detail ? `${choice.detail} · ${telling}` : telling };
    });
  };

  const projectChoice = (connection: string, project: string, detail?: string): Choice => ({
    id: projectId(connection, project),
    label: project,
    mark: <Tile id={project} name={project} form="soft" />,
    detail: nameOf(connection) ?? detail,
    section: "projects",
    run: () => go(projectPath(connection, project)),
  });

  const foundProject = (found: FoundProject): Choice => {
    const { project, reports, mean_score } = found.project;
    if (reports === null || mean_score === null) return projectChoice(found.connection, project, sizeOf(found.project));
    const average = i18n.number(mean_score, { maximumFractionDigits: 0 });
    const detail = t`${plural(reports, { one: "# report", other: "# reports" })}, average ${average}`;
    return projectChoice(found.connection, project, detail);
  };

  return { reportChoice, toldApart, projectChoice, foundProject };
}

function useSize(): (project: Project) => string | undefined {
  const { t } = useLingui();
  return ({ reports }) =>
    reports === null ? undefined : t`${plural(reports, { one: "# report", other: "# reports" })}`;
}

/** Makes the commands for a project. */
export function useProjectCommands(): (found: FoundProject) => Choice[] {
  const { t } = useLingui();
  const go = useGoTo();
  const makeBatch = useMakeBatch();
  const sizeOf = useSize();
  return ({ connection, project: whole }) => {
    const { project } = whole;
    const source = { kind: "list", query: { project, per_page: 100 } } as const;
    const wish = { kind: "refresh", older_than_days: null } as const;
    return [
      {
        id: "project recheck",
        label: t`Recheck ${project}`,
        mark: <ScanSearch size={16} aria-hidden />,
        detail: sizeOf(whole),
        section: "commands",
        run: () => void makeBatch({ connection, source, wish, password: null, keep_passwords: false }),
      },
      {
        id: "project fixes",
        label: t`Fix list for ${project}`,
        mark: <ListChecks size={16} aria-hidden />,
        section: "commands",
        run: () => go(projectPath(connection, project, "fix-list")),
      },
    ];
  };
}

/** The place of a report, beside the list of its connection or of all. */
export function reportPlace({ connection, row }: FoundReport, isAll: boolean): string {
  if (!isAll) return reportPath(connection, row.id);
  return `${reportsPath(null)}/${encodeURIComponent(connection)}/${encodeURIComponent(row.id)}`;
}
