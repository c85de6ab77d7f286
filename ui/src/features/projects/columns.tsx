import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { VisuallyHidden } from "react-aria-components";
import { cells, DateText, Delta, LinkCell, Sparkline, Stamp, Tile, VerdictBar } from "../../components";
import type { LibraryProjectSort, Project, ProjectSummary } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { verdictOfScore } from "../../shared/data/verdict-of-score";
import type { FittingColumn } from "../../shared/lists/use-columns";
import { type ListView, useListView } from "../../shared/lists/use-list-view";
import styles from "./columns.module.css";
import { courseOf, type Summaries } from "./use-summaries";

/** Sort keys by column. */
export const COLUMN_SORTS: Record<string, LibraryProjectSort> = {
  name: "project",
  reports: "reports",
  verdicts: "verdicts",
  score: "score",
  trend: "trend",
  failing: "failing",
  checked: "checked",
  created: "created_at",
};

/** Column order, from start to end. */
const ORDER = ["name", "reports", "verdicts", "score", "trend", "failing", "checked", "created", "actions"];

/** Columns that are of no use without scores. */
const SCORED = ["score", "trend"];

type ProjectsViewOptions = {
  rows: readonly Project[] | undefined;
  summaries: Summaries;
  sortBy: LibraryProjectSort;
  onOpen: (project: string) => void;
  /** The button that opens a row's menu. */
  renderMenu: (project: Project) => ReactNode;
};

/** The columns of the project list; without scores if the service gives none (`field-notes.md` 3). */
export function useProjectsView({
  rows,
  summaries,
  sortBy,
  onOpen,
  renderMenu,
}: ProjectsViewOptions): ListView<Project> {
  const { t, i18n } = useLingui();
  const { rating } = useConnection().generation;
  const columns = useMemo<FittingColumn<Project>[]>(() => {
    const { of, isRead } = summaries;
    const has = (isThere: (summary: ProjectSummary) => boolean) => (row: Project) => {
      const summary = of[row.project];
      return !isRead || (summary !== undefined && isThere(summary));
    };
    const known = (render: (summary: ProjectSummary) => ReactNode) => (row: Project) => {
      const summary = of[row.project];
      return summary === undefined ? <span className={cells.muted}>–</span> : render(summary);
    };
    const sorted = { allowsSorting: true } as const;
    return [
      {
        id: "name",
        label: t`Name`,
        room: 200,
        isRowHeader: true,
        ...sorted,
        minWidth: 140,
        render: ({ project }) => (
          <LinkCell dir="auto" title={project} onPress={() => onOpen(project)}>
            <span className={styles.name}>
              <Tile id={project} name={project} form="soft" />
              <span className={styles.text}>{project}</span>
            </span>
          </LinkCell>
        ),
      },
      {
        id: "actions",
        label: t`Actions`,
        isLabelHidden: true,
        room: 48,
        align: "end",
        isAlwaysShown: true,
        render: renderMenu,
      },
      {
        id: "score",
        label: t`Average`,
        room: 112,
        ...sorted,
        has: ({ mean_score }) => mean_score !== null,
        render: ({ mean_score }) => (
          <Stamp score={mean_score} verdict={mean_score === null ? null : verdictOfScore(mean_score)} />
        ),
      },
      {
        id: "verdicts",
        label: t`Verdicts`,
        room: 150,
        ...sorted,
        has: has(() => true),
        render: known((summary) => <Verdicts {...summary} />),
      },
      {
        id: "trend",
        label: t`Trend`,
        room: 112,
        ...sorted,
        has: has(({ trend }) => trend.some((average) => average !== null)),
        render: known((summary) => <Trend {...summary} />),
      },
      {
        id: "failing",
        label: t`Failing`,
        note: t`Failing checks of high importance`,
        room: 84,
        align: "end",
        ...sorted,
        has: has(({ reports, without_checks }) => without_checks < reports),
        render: known(({ failing, reports, without_checks }) =>
          without_checks < reports ? i18n.number(failing) : <span className={cells.muted}>–</span>,
        ),
      },
      {
        id: "checked",
        label: t`Last checked`,
        room: 118,
        align: "end",
        ...sorted,
        has: has(({ checked_at }) => checked_at !== null),
        render: known(({ checked_at }) => <DateText value={checked_at} />),
      },
      {
        id: "reports",
        label: t`Reports`,
        room: 90,
        align: "end",
        ...sorted,
        has: ({ reports }) => reports !== null,
        render: ({ reports }) => (reports === null ? "–" : i18n.number(reports)),
      },
      {
        id: "created",
        label: t`Created`,
        room: 110,
        align: "end",
        ...sorted,
        render: ({ created_at }) => <DateText value={created_at} form="date" />,
      },
    ];
  }, [t, i18n, summaries, onOpen, renderMenu]);
  const isPromised = (id: string) => !SCORED.includes(id) || rating !== "word";
  const sorted = Object.keys(COLUMN_SORTS).find((id) => COLUMN_SORTS[id] === sortBy);
  return useListView({ name: "projects", columns, order: ORDER, rows, sorted, isPromised, hasSelection: false });
}

function Verdicts({ verdicts }: ProjectSummary) {
  const { t, i18n } = useLingui();
  const [good, decent, bad] = [verdicts.good, verdicts.decent, verdicts.bad].map((count) => i18n.number(count));
  const text = t`${good} good, ${decent} decent, ${bad} bad`;
  return (
    <span className={styles.verdicts} title={text}>
      <VerdictBar counts={verdicts} isThin />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}

/** How the average went, and by how much it changed. */
function Trend(summary: ProjectSummary) {
  const { averages, change } = courseOf(summary);
  const last = averages.at(-1);
  return (
    <span className={styles.trend}>
      <Sparkline scores={averages} verdict={last === undefined ? null : verdictOfScore(last)} />
      <Delta difference={Math.round(change)} />
    </span>
  );
}
