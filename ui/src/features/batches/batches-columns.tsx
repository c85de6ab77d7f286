import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-aria-components";
import { Button, DateText, type TableColumn } from "../../components";
import type { Batch } from "../../host/contract";
import styles from "./batches-columns.module.css";
import { BatchStateText } from "./BatchStateText";
import { useBatchLabels } from "./labels";

/** Minimum widths in pixels for origin, failures, and creation time. */
const NARROW = { from: 980, counts: 760, made: 540 };

/** True if the batch can be removed in its state. */
export function isRemovable({ state }: Batch): boolean {
  return state === "planned" || state === "paused" || state === "ended";
}

/** Columns of the batch list for a width in pixels (0: unknown). */
export function useBatchColumns(
  width: number,
  onOpen: (batch: number) => void,
  onRemove: (batch: Batch) => void,
): readonly TableColumn<Batch>[] {
  const { t, i18n } = useLingui();
  const words = useBatchLabels();
  const has = (least: number) => width === 0 || width >= least;
  const [hasFrom, hasCounts, hasMade] = [has(NARROW.from), has(NARROW.counts), has(NARROW.made)];
  return useMemo(() => {
    const columns: (TableColumn<Batch> | false)[] = [
      {
        id: "what",
        label: t`Batch`,
        isRowHeader: true,
        minWidth: 150,
        render: (batch) => (
          <Link className={styles.what} onPress={() => onOpen(batch.number)}>
            <span title={words.title(batch)}>{words.title(batch)}</span>
          </Link>
        ),
      },
      hasFrom && {
        id: "from",
        label: t`From`,
        defaultWidth: 190,
        minWidth: 80,
        render: ({ from }) => (
          <span className={styles.from} dir="auto" title={words.origin(from)}>
            {words.origin(from)}
          </span>
        ),
      },
      {
        id: "state",
        label: t`State`,
        defaultWidth: hasCounts ? 210 : 150,
        minWidth: 90,
        render: (batch) => <BatchStateText batch={batch} />,
      },
      hasCounts && {
        id: "done",
        label: t`Done`,
        defaultWidth: 84,
        minWidth: 56,
        align: "end",
        render: ({ states, started_at }) => (started_at === null ? "–" : i18n.number(states.done)),
      },
      hasCounts && {
        id: "failed",
        label: t`Failed`,
        defaultWidth: 84,
        minWidth: 56,
        align: "end",
        render: ({ states, started_at }) =>
          started_at === null ? (
            "–"
          ) : (
            <span className={styles.failed} data-some={states.failed > 0 || undefined}>
              {i18n.number(states.failed)}
            </span>
          ),
      },
      hasMade && {
        id: "made",
        label: t`Planned`,
        defaultWidth: 110,
        minWidth: 64,
        align: "end",
        render: ({ made_at }) => <DateText value={made_at} />,
      },
      {
        id: "actions",
        label: t`Actions`,
        defaultWidth: 78,
        minWidth: 56,
        align: "end",
        isAlwaysShown: true,
        render: (batch) => (
          <span className={styles.actions}>
            <Button
              variant="quiet"
              icon={Trash2}
              aria-label={t`Remove`}
              isDisabled={!isRemovable(batch)}
              onPress={() => onRemove(batch)}
            />
          </span>
        ),
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, i18n, hasFrom, hasCounts, hasMade, onOpen, onRemove]);
}
