import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { Link } from "react-aria-components";
import { Button, DateText, ScoreBar, type TableColumn } from "../../components";
import type { Generation, Project, ProjectSort } from "../../host/contract";
import styles from "./columns.module.css";

/** What the interface sorts by, by the column that shows it. */
export const COLUMN_SORTS: Record<string, ProjectSort> = { name: "project", created: "created_at" };

/**
 * The columns of the projects list that fit `width` pixels (0: unknown, so all) and are not empty for all rows. No column
 * promises a score that the service is known not to give (`field-notes.md` 3).
 */
export function useProjectColumns(
  rows: readonly Project[],
  generation: Generation,
  width: number,
  onOpen: (project: string) => void,
  onDelete: (project: Project) => void,
): TableColumn<Project>[] {
  const { t, i18n } = useLingui();
  const hasRoom = (room: number) => width === 0 || width >= room;
  const isGiven = (field: "reports" | "mean_score") => rows.length === 0 || rows.some((row) => row[field] !== null);
  const columns: (TableColumn<Project> | false)[] = [
    {
      id: "name",
      label: t`Name`,
      isRowHeader: true,
      allowsSorting: true,
      minWidth: 160,
      render: ({ project }) => (
        <Link className={styles.name} onPress={() => onOpen(project)}>
          <span title={project}>{project}</span>
        </Link>
      ),
    },
    isGiven("reports") && {
      id: "reports",
      label: t`Reports`,
      align: "end",
      defaultWidth: 100,
      render: ({ reports }) => (reports === null ? "–" : i18n.number(reports)),
    },
    isGiven("mean_score") &&
      !(rows.length === 0 && generation.rating === "word") &&
      hasRoom(730) && {
        id: "score",
        label: t`Mean score`,
        defaultWidth: 150,
        // No verdict: that is something of a report, not of a mean.
        render: ({ mean_score }) => <ScoreBar score={mean_score} verdict={null} />,
      },
    hasRoom(580) && {
      id: "created",
      label: t`Created`,
      align: "end",
      allowsSorting: true,
      defaultWidth: 130,
      render: ({ created_at }) => <DateText value={created_at} form="date" />,
    },
    {
      id: "actions",
      label: t`Actions`,
      align: "end",
      defaultWidth: 170,
      render: (row) => {
        const { project } = row;
        return (
          <span className={styles.actions}>
            <Button variant="quiet" onPress={() => onOpen(project)}>
              <Trans>Open reports</Trans>
            </Button>
            <Button
              variant="quiet"
              icon={Trash2}
              aria-label={t`Delete project ${project}`}
              onPress={() => onDelete(row)}
            />
          </span>
        );
      },
    },
  ];
  return columns.filter((column) => column !== false);
}
