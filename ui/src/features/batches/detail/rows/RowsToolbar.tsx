import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { SegmentedFilter, Select, Toolbar, ToolbarFields } from "../../../../components";
import type { RowState } from "../../../../host/contract";
import { ListSearch } from "../../../../shared/lists/ListSearch";
import { useBatchLabels } from "../../labels";
import { useBatch } from "../use-batch";
import styles from "./Rows.module.css";
import { ACTS, type BatchSearch, STATES } from "./search";

/** Always offered, so that nothing moves while a batch runs. */
const ALWAYS: readonly RowState[] = ["waiting", "running", "done", "failed"];

export type RowsToolbarProps = {
  batch: number;
  isPlan: boolean;
  search: BatchSearch;
  onChange: (change: BatchSearch, replace?: boolean) => void;
  /** More controls at the end. */
  children?: ReactNode;
};

/** Filters of a batch's rows, with counts. */
export function RowsToolbar({ batch, isPlan, search, onChange, children }: RowsToolbarProps): ReactNode {
  const { t } = useLingui();
  return (
    <div className={styles.toolbar}>
      <Toolbar>
        <ListSearch
          aria-label={t`Search URLs`}
          value={search.search}
          onChange={(wanted) => onChange({ search: wanted }, true)}
        />
        {!isPlan && <StateFilter batch={batch} search={search} onChange={onChange} />}
        {!isPlan && <ActSelect batch={batch} search={search} onChange={onChange} />}
        {children}
      </Toolbar>
    </div>
  );
}

type FilterProps = Pick<RowsToolbarProps, "batch" | "search" | "onChange">;

function StateFilter({ batch, search, onChange }: FilterProps) {
  const { t } = useLingui();
  const words = useBatchLabels();
  const { data } = useBatch(batch, ({ states, state }) => ({ states, isEnded: state === "ended" }));
  if (!data) return null;
  const { states, isEnded } = data;
  const some = STATES.filter(
    (state) => states[state] > 0 || search.state === state || (ALWAYS.includes(state) && !isEnded),
  );
  const options = some.map((value) => ({ value, label: words.state[value], count: states[value] }));
  const all = sum(Object.values(states));
  return (
    <SegmentedFilter
      aria-label={t`Outcome`}
      isLive
      options={[{ value: "all" as const, label: t`All`, count: all }, ...options]}
      value={search.failed_like === undefined ? (search.state ?? "all") : "failed"}
      onChange={(state) => onChange({ state: state === "all" ? undefined : state, failed_like: undefined })}
    />
  );
}

/** Filters by action, if the rows differ in it. */
function ActSelect({ batch, search, onChange }: FilterProps) {
  const { t } = useLingui();
  const words = useBatchLabels();
  const { data: acts } = useBatch(batch, (known) => known.acts);
  const some = acts ? ACTS.filter((act) => acts[act] > 0 || search.act === act) : [];
  if (some.length < 2) return null;
  return (
    <ToolbarFields>
      <Select
        aria-label={t`Action`}
        isQuiet
        options={[
          { value: "all" as const, label: t`All actions` },
          ...some.map((value) => ({ value, label: words.act[value] })),
        ]}
        value={search.act ?? "all"}
        onChange={(act) => onChange({ act: act === "all" ? undefined : act })}
      />
    </ToolbarFields>
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0);
}
