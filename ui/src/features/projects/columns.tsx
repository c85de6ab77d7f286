import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-aria-components";
import { Button, type ColumnMenuProps, DateText, ScoreBar, type TableColumn } from "../../components";
import type { ColumnLayout, ServiceCapabilities, Project, ProjectSort } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { useDeletions } from "../../shared/unsaved/deletions";
import styles from "./columns.module.css";

/** Sort keys by column. */
export const COLUMN_SORTS: Record<string, ProjectSort> = { name: "project", created: "created_at" };

type ProjectColumn = TableColumn<Project> & {
  /** The least width in pixels at which the column is of use. */
  room: number;
};

/** The columns of the projects list. */
export type ProjectColumns = {
  /** Those to choose from. */
  choices: ColumnMenuProps["columns"];
  /** Of these, those to show now. */
  shown: TableColumn<Project>[];
};

/** The columns in the order in which they give way, the last first; the first two never do. */
const WEIGHTS = ["name", "actions", "reports", "created", "score"];
const KEPT = 2;

/** Below how many pixels there is no room for buttons with words. */
const NARROW = 420;

/**
 * Columns that aren't hidden, fit `width` pixels (0: unknown), and aren't empty; without scores if the service gives
 * none (`field-notes.md` 3).
 */
export function useProjectColumns(
  rows: readonly Project[],
  generation: ServiceCapabilities,
  width: number,
  { hidden, widths }: ColumnLayout,
  onOpen: (project: string) => void,
  onDelete: (project: Project) => void,
): ProjectColumns {
  const { t, i18n } = useLingui();
  // The project's name also opens its reports.
  const isNarrow = width > 0 && width < NARROW;
  const columns = useMemo<ProjectColumn[]>(
    () => [
      {
        id: "name",
        label: t`Name`,
        room: 200,
        isRowHeader: true,
        allowsSorting: true,
        minWidth: 140,
        render: ({ project }) => (
          <Link className={styles.name} dir="auto" onPress={() => onOpen(project)}>
            <span title={project}>{project}</span>
          </Link>
        ),
      },
      {
        id: "reports",
        label: t`Reports`,
        room: 100,
        align: "end",
        render: ({ reports }) => (reports === null ? "–" : i18n.number(reports)),
      },
      {
        id: "score",
        label: t`Mean score`,
        room: 150,
        // No verdict: that is something of a report, not of a mean.
        render: ({ mean_score }) => <ScoreBar score={mean_score} verdict={null} />,
      },
      {
        id: "created",
        label: t`Created`,
        room: 130,
        align: "end",
        allowsSorting: true,
        render: ({ created_at }) => <DateText value={created_at} form="date" />,
      },
      {
        id: "actions",
        label: t`Actions`,
        room: isNarrow ? 56 : 170,
        align: "end",
        isAlwaysShown: true,
        render: (row) => (
          <span className={styles.actions}>
            {!isNarrow && (
              <Button variant="quiet" onPress={() => onOpen(row.project)}>
                <Trans>Open reports</Trans>
              </Button>
            )}
            <DeleteButton row={row} onDelete={onDelete} />
          </span>
        ),
      },
    ],
    [t, i18n, isNarrow, onOpen, onDelete],
  );

  const isOffered = ({ id }: ProjectColumn) => {
    if (id === "reports") return rows.length === 0 || rows.some(({ reports }) => reports !== null);
    if (id !== "score") return true;
    return rows.length === 0 ? generation.rating !== "word" : rows.some(({ mean_score }) => mean_score !== null);
  };
  const offered = columns.filter(isOffered);
  let left = width > 0 ? width : Number.POSITIVE_INFINITY;
  const fitting = WEIGHTS.filter((id, index) => {
    const column = offered.find((candidate) => candidate.id === id);
    if (!column || (index >= KEPT && hidden.includes(id))) return false;
    const wanted = widths[id] ?? column.room;
    if (index >= KEPT && wanted > left) return false;
    left -= wanted;
    return true;
  });

  const [offeredIds, fittingIds] = [offered.map(({ id }) => id).join(" "), fitting.join(" ")];
  // The table draws its rows anew for other columns.
  const shown = useMemo(() => {
    const ids = fittingIds.split(" ");
    return columns
      .filter(({ id }) => ids.includes(id))
      .map(({ room, ...column }) => ({
        ...column,
        ...(column.id !== "name" && { defaultWidth: room, minWidth: Math.min(64, room) }),
      }));
  }, [columns, fittingIds]);
  const choices = useMemo(() => {
    const [ids, fit] = [offeredIds.split(" "), fittingIds.split(" ")];
    const choosable = columns.filter(({ id, isAlwaysShown }) => ids.includes(id) && !isAlwaysShown);
    return choosable.map(({ id, label, isRowHeader = false }) => {
      const isCrowdedOut = !hidden.includes(id) && !fit.includes(id);
      return { id, label, isRowHeader, note: isCrowdedOut ? t`No room for it now` : undefined };
    });
  }, [columns, offeredIds, fittingIds, hidden, t]);
  return { choices, shown };
}

function DeleteButton({ row, onDelete }: { row: Project; onDelete: (project: Project) => void }) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const { project } = row;
  const isPending = useDeletions(connection, "projects").pendingOf(project) !== undefined;
  return (
    <Button
      variant="quiet"
      icon={Trash2}
      aria-label={t`Delete project ${project}`}
      // It keeps the focus, which returns to it from the dialog.
      {...(isPending ? { "aria-disabled": true } : { onPress: () => onDelete(row) })}
    />
  );
}
