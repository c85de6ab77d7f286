import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-aria-components";
import { Button, cells, DateText, type TableColumn } from "../../components";
import type { Batch } from "../../host/contract";
import { BatchStateText } from "./BatchStateText";
import styles from "./batches-columns.module.css";
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
  const { t } = useLingui();
  const has = (least: number) => width === 0 || width >= least;
  const [hasFrom, hasCounts, hasMade] = [has(NARROW.from), has(NARROW.counts), has(NARROW.made)];
  return useMemo(() => {
    const columns: (TableColumn<Batch> | false)[] = [
      {
        id: "what",
        label: t`Batch`,
        isRowHeader: true,
        minWidth: 150,
        render: (batch) => <Title batch={batch} onOpen={onOpen} />,
      },
      hasFrom && {
        id: "from",
        label: t`Source`,
        defaultWidth: 190,
        minWidth: 80,
        render: (batch) => <Origin batch={batch} />,
      },
      {
        id: "state",
        label: t`Status`,
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
        render: (batch) => <Count of="done" batch={batch} />,
      },
      hasCounts && {
        id: "failed",
        label: t`Failed`,
        defaultWidth: 84,
        minWidth: 56,
        align: "end",
        render: (batch) => <Count of="failed" batch={batch} />,
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
        render: (batch) => <Actions batch={batch} onRemove={onRemove} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, hasFrom, hasCounts, hasMade, onOpen, onRemove]);
}

type CellProps = { batch: Batch };

function Title({ batch, onOpen }: CellProps & { onOpen: (batch: number) => void }) {
  const words = useBatchLabels();
  return (
    <Link className={cells.link} onPress={() => onOpen(batch.number)}>
      <span title={words.title(batch)}>{words.title(batch)}</span>
    </Link>
  );
}

function Origin({ batch: { from } }: CellProps) {
  const words = useBatchLabels();
  return (
    <span className={cells.muted} dir="auto" title={words.origin(from)}>
      {words.origin(from)}
    </span>
  );
}

/** How many rows have this outcome, once the batch was started. */
function Count({ of, batch: { states, started_at } }: CellProps & { of: "done" | "failed" }) {
  const { i18n } = useLingui();
  if (started_at === null) return "–";
  return (
    <span className={of === "failed" ? styles.failed : undefined} data-some={states[of] > 0 || undefined}>
      {i18n.number(states[of])}
    </span>
  );
}

function Actions({ batch, onRemove }: CellProps & { onRemove: (batch: Batch) => void }) {
  const { t } = useLingui();
  return (
    <span className={styles.actions}>
      <Button
        variant="quiet"
        icon={Trash2}
        aria-label={t`Remove`}
        isDisabled={!isRemovable(batch)}
        onPress={() => onRemove(batch)}
      />
    </span>
  );
}
