import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Button, cells, DateText, LinkCell, Stamp } from "../../components";
import type { Project, ProjectSort } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import type { FittingColumn } from "../../shared/lists/use-columns";
import { type ListView, useListView } from "../../shared/lists/use-list-view";
import { useDeletions } from "../../shared/unsaved/deletions";

/** Sort keys by column. */
export const COLUMN_SORTS: Record<string, ProjectSort> = { name: "project", created: "created_at" };

/** Column order, from start to end. */
const ORDER = ["name", "reports", "score", "created", "actions"];

/** The columns of the project list; without scores if the service gives none (`field-notes.md` 3). */
export function useProjectsView(
  rows: readonly Project[] | undefined,
  onOpen: (project: string) => void,
  onDelete: (project: Project) => void,
): ListView<Project> {
  const { t, i18n } = useLingui();
  const { rating } = useConnection().generation;
  const columns = useMemo<FittingColumn<Project>[]>(
    () => [
      {
        id: "name",
        label: t`Name`,
        room: 200,
        isRowHeader: true,
        allowsSorting: true,
        minWidth: 140,
        render: ({ project }) => <LinkCell dir="auto" title={project} onPress={() => onOpen(project)} />,
      },
      {
        id: "actions",
        label: t`Actions`,
        room: 170,
        align: "end",
        isAlwaysShown: true,
        render: (row) => (
          <span className={cells.actions}>
            <Button variant="quiet" onPress={() => onOpen(row.project)}>
              <Trans>View reports</Trans>
            </Button>
            <DeleteButton row={row} onDelete={onDelete} />
          </span>
        ),
        // The project's name also opens its reports.
        narrow: { below: 420, room: 56, render: (row) => <DeleteButton row={row} onDelete={onDelete} /> },
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
    [t, i18n, onOpen, onDelete],
  );
  const isPromised = (id: string) => id !== "score" || rating !== "word";
  return useListView({ name: "projects", columns, order: ORDER, rows, isPromised, hasSelection: false });
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
