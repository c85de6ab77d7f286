import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-aria-components";
import { Button, cells, DateText, Stamp } from "../../components";
import type { ColumnLayout, Project, ProjectSort, ServiceCapabilities } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { type FittingColumn, type FittingColumns, useFittingColumns } from "../../shared/lists/use-columns";
import { useDeletions } from "../../shared/unsaved/deletions";
import styles from "./columns.module.css";

/** Sort keys by column. */
export const COLUMN_SORTS: Record<string, ProjectSort> = { name: "project", created: "created_at" };

/** Column order, from start to end. */
const ORDER = ["name", "reports", "score", "created", "actions"];

/** Minimum width in pixels for buttons with labels. */
const NARROW = 420;

/**
 * Columns that aren't hidden, fit `width` pixels (0: unknown), and aren't empty; without scores if the service gives
 * none (`field-notes.md` 3).
 */
export function useProjectColumns(
  rows: readonly Project[],
  generation: ServiceCapabilities,
  width: number,
  layout: ColumnLayout,
  onOpen: (project: string) => void,
  onDelete: (project: Project) => void,
): FittingColumns<Project> {
  const { t, i18n } = useLingui();
  // The project's name also opens its reports.
  const isNarrow = width > 0 && width < NARROW;
  const columns = useMemo<FittingColumn<Project>[]>(
    () => [
      {
        id: "name",
        label: t`Name`,
        room: 200,
        isRowHeader: true,
        allowsSorting: true,
        minWidth: 140,
        has: () => true,
        render: ({ project }) => (
          <Link className={cells.link} dir="auto" onPress={() => onOpen(project)}>
            <span title={project}>{project}</span>
          </Link>
        ),
      },
      {
        id: "actions",
        label: t`Actions`,
        room: isNarrow ? 56 : 170,
        align: "end",
        isAlwaysShown: true,
        has: () => true,
        render: (row) => (
          <span className={styles.actions}>
            {!isNarrow && (
              <Button variant="quiet" onPress={() => onOpen(row.project)}>
                <Trans>View reports</Trans>
              </Button>
            )}
            <DeleteButton row={row} onDelete={onDelete} />
          </span>
        ),
      },
      {
        id: "reports",
        label: t`Reports`,
        room: 100,
        align: "end",
        has: ({ reports }) => reports !== null,
        render: ({ reports }) => (reports === null ? "–" : i18n.number(reports)),
      },
      {
        id: "created",
        label: t`Created`,
        room: 130,
        align: "end",
        allowsSorting: true,
        has: () => true,
        render: ({ created_at }) => <DateText value={created_at} form="date" />,
      },
      {
        id: "score",
        label: t`Average score`,
        room: 150,
        has: ({ mean_score }) => mean_score !== null,
        // An average has no verdict.
        render: ({ mean_score }) => <Stamp score={mean_score} verdict={null} />,
      },
    ],
    [t, i18n, isNarrow, onOpen, onDelete],
  );
  const isPromised = (id: string) => id !== "score" || generation.rating !== "word";
  return useFittingColumns({ columns, order: ORDER, rows, width, layout, isPromised, hasSelection: false });
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
