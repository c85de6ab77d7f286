import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { DateText, LinkCell, MutedCell } from "../../components";
import cells from "../../components/tables/cells.module.css";
import type { Batch, BatchOrigin } from "../../host/contract";
import { withoutScheme } from "../../host/page-urls";
import type { FittingColumn } from "../../shared/lists/use-columns";
import { type ListView, useListView } from "../../shared/lists/use-list-view";
import { BatchStateText } from "./BatchStateText";
import styles from "./batches-columns.module.css";
import { useBatchLabels } from "./labels";

/** Column order, from start to end. */
const ORDER = ["what", "from", "state", "done", "failed", "made"];

/** The columns of the batch list. */
export function useBatchesView(onOpen: (batch: number) => void): ListView<Batch> {
  const { t, i18n } = useLingui();
  const columns = useMemo<FittingColumn<Batch>[]>(() => {
    const count = (number: number, { started_at }: Batch) => (started_at === null ? "–" : i18n.number(number));
    return [
      {
        id: "what",
        label: t`Batch`,
        room: 150,
        isRowHeader: true,
        minWidth: 170,
        render: (batch) => <Title batch={batch} onOpen={onOpen} />,
      },
      {
        id: "state",
        label: t`Status`,
        room: 210,
        narrow: { below: 880, room: 170 },
        minWidth: 90,
        render: (batch) => <BatchStateText batch={batch} />,
      },
      {
        id: "made",
        label: t`When`,
        room: 100,
        align: "end",
        render: ({ made_at }) => <DateText value={made_at} />,
      },
      { id: "done", label: t`Done`, room: 72, align: "figures", render: (batch) => count(batch.states.done, batch) },
      {
        id: "failed",
        label: t`Failed`,
        room: 72,
        align: "figures",
        render: (batch) => (
          <span className={batch.states.failed > 0 ? cells.danger : undefined}>
            {count(batch.states.failed, batch)}
          </span>
        ),
      },
      {
        id: "from",
        label: t`Source`,
        room: 130,
        // As wide as names of files, where those of batches leave room.
        wish: 360,
        narrow: { below: 1100, room: 130 },
        render: ({ from }) => <Origin from={from} />,
      },
    ];
  }, [t, i18n, onOpen]);
  return useListView({ columns, order: ORDER, hasSelection: false });
}

/** Sources that don’t say which pages a batch is about. */
const NAMELESS: readonly BatchOrigin["kind"][] = ["text", "selection", "batch"];

function Title({ batch, onOpen }: { batch: Batch; onOpen: (batch: number) => void }) {
  const words = useBatchLabels();
  const title = words.title(batch);
  const [host] = NAMELESS.includes(batch.from.kind) ? withoutScheme(batch.first_address ?? "").split(/[/?#]/) : [];
  return (
    <span className={styles.name}>
      <LinkCell title={host ? `${title} · ${host}` : title} onPress={() => onOpen(batch.number)} />
    </span>
  );
}

function Origin({ from }: Pick<Batch, "from">) {
  const words = useBatchLabels();
  return <MutedCell dir="auto" title={words.origin(from)} />;
}
