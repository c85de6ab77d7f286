import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Figures } from "../../../components";
import type { Batch, RowAction } from "../../../host/contract";
import { useBatchLabels } from "../labels";
import { choicesOf } from "./rows/choices";
import { ACTS, type BatchSearch } from "./rows/search";

export type PlanFiguresProps = {
  batch: Batch;
  search: BatchSearch;
  onChange: (change: BatchSearch) => void;
};

/** The number of rows by action; each filters the rows. */
export function PlanFigures({
  batch: { acts, wish },
  search,
  onChange,
  children,
}: PlanFiguresProps & { children: ReactNode }): ReactNode {
  const { t } = useLingui();
  const words = useBatchLabels();
  const possible = choicesOf(wish);
  const some = ACTS.filter((act) => possible.includes(act) || acts[act] > 0 || search.act === act);
  const all = Object.values(acts).reduce((one, other) => one + other, 0);
  const figures: { id: RowAction | "all"; name: string; value: number }[] = [
    { id: "all", name: t`All`, value: all },
    ...some.map((act) => ({ id: act, name: words.act[act], value: acts[act] })),
  ];
  return (
    <Figures
      figures={figures}
      choice={{
        label: t`Action`,
        chosen: search.act ?? "all",
        onChoose: (act) => onChange({ act: act === "all" ? undefined : act }),
      }}
    >
      {children}
    </Figures>
  );
}
