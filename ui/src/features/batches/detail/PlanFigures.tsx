import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import type { Batch, RowAction } from "../../../host/contract";
import { useBatchLabels } from "../labels";
import styles from "./PlanFigures.module.css";
import { choicesOf } from "./rows/choices";
import { ACTS, type BatchSearch } from "./rows/search";

export type PlanFiguresProps = {
  batch: Batch;
  search: BatchSearch;
  onChange: (change: BatchSearch) => void;
};

/** The number of rows by action; each filters the rows. */
export function PlanFigures({ batch: { acts, wish }, search, onChange }: PlanFiguresProps): ReactNode {
  const { t, i18n } = useLingui();
  const words = useBatchLabels();
  const possible = choicesOf(wish);
  const some = ACTS.filter((act) => possible.includes(act) || acts[act] > 0 || search.act === act);
  const all = Object.values(acts).reduce((one, other) => one + other, 0);
  const figures: { id: RowAction | "all"; label: string; count: number }[] = [
    { id: "all", label: t`All`, count: all },
    ...some.map((act) => ({ id: act, label: words.act[act], count: acts[act] })),
  ];
  return (
    <ToggleButtonGroup
      aria-label={t`Action`}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[search.act ?? "all"]}
      onSelectionChange={(chosen) => onChange({ act: ACTS.find((act) => chosen.has(act)) })}
      className={styles.figures as string}
    >
      {figures.map(({ id, label, count }) => (
        <ToggleButton key={id} id={id} className={styles.figure as string} data-none={count === 0 || undefined}>
          <span>{label}</span> <span className={styles.count}>{i18n.number(count)}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
