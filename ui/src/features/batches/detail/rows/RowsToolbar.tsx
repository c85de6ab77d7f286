import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { SearchField, Select, useKeysText } from "../../../../components";
import type { RowState } from "../../../../host/contract";
import { useCommand, useKeysOf } from "../../../../shared/commands";
import { useTypedText } from "../../../../shared/lists/use-debounced";
import { focusAll } from "../../../../shared/screen/focus";
import { useBatchLabels } from "../../labels";
import { CountFilter } from "../../one/CountFilter";
import { useBatch } from "../use-batch";
import styles from "./Rows.module.css";
import { ACTS, type BatchSearch, STATES } from "./search";

/** Always offered, so that nothing moves while a batch runs. */
const ALWAYS: readonly RowState[] = ["done", "failed", "waiting", "running"];

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
  const term = useTypedText(search.search, (wanted) => onChange({ search: wanted }, true));
  const input = useRef<HTMLInputElement>(null);
  const [keysOf, keysText] = [useKeysOf(), useKeysText()];
  useCommand("find", () => focusAll(input.current));
  return (
    <div className={styles.toolbar}>
      {isPlan ? (
        <ActFilter batch={batch} search={search} onChange={onChange} />
      ) : (
        <StateFilter batch={batch} search={search} onChange={onChange} />
      )}
      <div className={styles.search}>
        <SearchField
          aria-label={t`Search addresses`}
          shortcut={keysText(keysOf("find") ?? "")}
          inputRef={input}
          value={term.text}
          onChange={term.type}
          onSubmit={term.commit}
          onClear={() => term.commit("")}
          maxLength={500}
        />
      </div>
      {!isPlan && <ActSelect batch={batch} search={search} onChange={onChange} />}
      {children}
    </div>
  );
}

type FilterProps = Pick<RowsToolbarProps, "batch" | "search" | "onChange">;

function ActFilter({ batch, search, onChange }: FilterProps) {
  const { t } = useLingui();
  const words = useBatchLabels();
  const { data: acts } = useBatch(batch, (known) => known.acts);
  if (!acts) return null;
  const some = ACTS.filter((act) => acts[act] > 0 || search.act === act);
  const options = some.map((value) => ({ value, label: words.act[value], count: acts[value] }));
  const all = sum(Object.values(acts));
  return (
    <CountFilter
      aria-label={t`What`}
      options={[{ value: "all" as const, label: t`All`, count: all }, ...options]}
      value={search.act ?? "all"}
      onChange={(act) => onChange({ act: act === "all" ? undefined : act })}
    />
  );
}

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
    <CountFilter
      aria-label={t`Outcome`}
      options={[{ value: "all" as const, label: t`All`, count: all }, ...options]}
      value={search.state ?? "all"}
      onChange={(state) => onChange({ state: state === "all" ? undefined : state })}
    />
  );
}

/** The same for what is done, once the rows are told apart by how they stand; only where they differ in that. */
function ActSelect({ batch, search, onChange }: FilterProps) {
  const { t } = useLingui();
  const words = useBatchLabels();
  const { data: acts } = useBatch(batch, (known) => known.acts);
  const some = acts ? ACTS.filter((act) => acts[act] > 0 || search.act === act) : [];
  if (some.length < 2) return null;
  return (
    <Select
      aria-label={t`What`}
      options={[
        { value: "all" as const, label: t`Everything` },
        ...some.map((value) => ({ value, label: words.act[value] })),
      ]}
      value={search.act ?? "all"}
      onChange={(act) => onChange({ act: act === "all" ? undefined : act })}
    />
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0);
}
