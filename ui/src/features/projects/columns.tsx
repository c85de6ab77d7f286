import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { VisuallyHidden } from "react-aria-components";
import { DateText, Delta, FigureCell, LinkCell, Sparkline, Stamp, Tile, VerdictBar } from "../../components";
import cells from "../../components/tables/cells.module.css";
import type { Importance, LibraryProjectSort, Project, ProjectSummary } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import { useConnection } from "../../shared/data/connection";
import { verdictOfScore } from "../../shared/data/verdict-of-score";
import type { FittingColumn } from "../../shared/lists/use-columns";
import { type ListView, useListView } from "../../shared/lists/use-list-view";
import styles from "./columns.module.css";
import { courseOf, type Summaries, TREND_DAYS } from "./use-summaries";

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
const ORDER = ["name", "reports", "verdicts", "score", "trend", "failing", "checked", "created"];

/** Columns that are of no use without scores. */
const SCORED = ["score", "trend"];

/** Facts of the list that its columns need for each row. */
type Around = {
  format: (value: number) => string;
  onOpen: (project: string) => void;
};

const [Provider, useSummaryOf] = createRequiredContext<Summaries["of"]>("Summaries");

/** Gives cells the summaries of their projects: new columns would redraw all rows. */
export const SummaryProvider = Provider;

type ProjectColumn = Omit<FittingColumn<Project>, "label" | "note" | "head" | "has" | "render"> & {
  label: MessageDescriptor;
  note?: MessageDescriptor;
  head?: { text: MessageDescriptor; mark: Importance };
} & (
    | { has?: (row: Project) => boolean; render: (row: Project, around: Around) => ReactNode }
    | {
        /** The library alone knows it. */
        ofSummary: {
          has: (summary: ProjectSummary) => boolean;
          render: (summary: ProjectSummary, around: Around) => ReactNode;
        };
      }
  );

/** All columns by priority: without room, the last ones are dropped. */
const COLUMNS: readonly ProjectColumn[] = [
  {
    id: "name",
    label: msg`Project`,
    room: 260,
    narrow: { below: 480, room: 200 },
    isRowHeader: true,
    minWidth: 140,
    render: ({ project }, { onOpen }) => (
      <LinkCell title={project} onPress={() => onOpen(project)}>
        <span className={styles.name}>
          <Tile id={project} name={project} form="soft" />
          <span className={styles.text} dir="auto">
            {project}
          </span>
        </span>
      </LinkCell>
    ),
  },
  {
    id: "verdicts",
    label: msg`Verdicts`,
    room: 112,
    wish: 300,
    narrow: { below: 480, room: 64 },
    ofSummary: { has: () => true, render: (summary) => <Verdicts {...summary} /> },
  },
  {
    id: "score",
    label: msg`Average`,
    room: 92,
    narrow: { below: 480, room: 66 },
    has: ({ mean_score }) => mean_score !== null,
    render: ({ mean_score }) => (
      <Stamp score={mean_score} verdict={mean_score === null ? null : verdictOfScore(mean_score)} />
    ),
  },
  {
    id: "reports",
    label: msg`Reports`,
    room: 74,
    align: "figures",
    has: ({ reports }) => reports !== null,
    render: ({ reports }, { format }) => (reports === null ? "–" : format(reports)),
  },
  {
    id: "trend",
    label: msg`${plural({ days: TREND_DAYS }, { one: "Trend, # day", other: "Trend, # days" })}`,
    note: msg`${plural(
      { days: TREND_DAYS },
      { one: "Average score in the last day", other: "Average score in the last # days" },
    )}`,
    room: 118,
    ofSummary: {
      has: ({ trend }) => trend.some((average) => average !== null),
      render: (summary) => <Trend {...summary} />,
    },
  },
  {
    id: "failing",
    label: msg`Failing checks of high importance`,
    head: { text: msg({ message: "Failed", context: "checks" }), mark: "high" },
    room: 80,
    align: "figures",
    ofSummary: {
      has: ({ reports, without_checks }) => without_checks < reports,
      render: ({ failing, reports, without_checks }) =>
        without_checks < reports ? <FigureCell value={failing} /> : <Unknown />,
    },
  },
  {
    id: "checked",
    label: msg`Last checked`,
    room: 110,
    align: "end",
    ofSummary: {
      has: ({ checked_at }) => checked_at !== null,
      render: ({ checked_at }) => <DateText value={checked_at} />,
    },
  },
  {
    id: "created",
    label: msg`Created`,
    room: 110,
    align: "end",
    render: ({ created_at }) => <DateText value={created_at} />,
  },
];

type ProjectsViewOptions = {
  rows: readonly Project[] | undefined;
  summaries: Summaries;
  sortBy: LibraryProjectSort;
  onOpen: (project: string) => void;
};

/** The columns of the project list; without scores if the service gives none (`field-notes.md` 3). */
export function useProjectsView({
  rows,
  summaries: { of, isRead },
  sortBy,
  onOpen,
}: ProjectsViewOptions): ListView<Project> {
  const { i18n } = useLingui();
  const { rating } = useConnection().generation;
  const drawn = useMemo(() => {
    const around: Around = { format: (value) => i18n.number(value), onOpen };
    return COLUMNS.map(({ label, note, head, ...column }) => {
      const shared = {
        label: i18n._(label),
        ...(note && { note: i18n._(note) }),
        ...(head && { head: { ...head, text: i18n._(head.text) } }),
        ...(COLUMN_SORTS[column.id] && { allowsSorting: true }),
      };
      if (!("ofSummary" in column)) {
        const { render, ...rest } = column;
        return { ...rest, ...shared, render: (row: Project) => render(row, around) };
      }
      const { ofSummary, ...rest } = column;
      const render = (summary: ProjectSummary) => ofSummary.render(summary, around);
      return {
        ...rest,
        ...shared,
        hasOf: ofSummary.has,
        render: ({ project }: Project) => <OfSummary project={project} render={render} />,
      };
    });
  }, [i18n, onOpen]);
  const columns = useMemo(
    () =>
      drawn.map((column): FittingColumn<Project> => {
        if (!("hasOf" in column)) return column;
        const { hasOf, ...rest } = column;
        return { ...rest, has: ({ project }) => !isRead || (of[project] !== undefined && hasOf(of[project])) };
      }),
    [drawn, of, isRead],
  );
  const isPromised = (id: string) => !SCORED.includes(id) || rating !== "word";
  const sorted = Object.keys(COLUMN_SORTS).find((id) => COLUMN_SORTS[id] === sortBy);
  return useListView({ name: "projects", columns, order: ORDER, rows, sorted, isPromised, hasSelection: false });
}

function OfSummary({ project, render }: { project: string; render: (summary: ProjectSummary) => ReactNode }) {
  const summary = useSummaryOf()[project];
  return summary ? render(summary) : <Unknown />;
}

function Unknown() {
  return <span className={cells.muted}>–</span>;
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
      <Delta difference={change} />
    </span>
  );
}
