import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { Button } from "react-aria-components";
import { lazyNamed } from "../deferred";
import { LiveText } from "../text/LiveText";
import styles from "./FilterChips.module.css";

// Lists start without filters.
const FilterTags = lazyNamed(() => import("./FilterTags"), "FilterTags");

export type FilterChip = {
  id: string;
  /** For example a verdict or a search term. */
  label: string;
  onRemove: () => void;
};

export type FilterChipsProps = { chips: readonly FilterChip[]; onClear: () => void };

/** Active filters, removable by button or Delete; keep it mounted when empty, for the focus and announcements. */
export function FilterChips({ chips, onClear }: FilterChipsProps) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  // Keeps the focus here after the last chip is removed by keyboard.
  const [isHeld, setHeld] = useState(false);
  const [removed, setRemoved] = useState("");
  const [isUsed, setUsed] = useState(false);
  if (chips.length > 0 && !isUsed) setUsed(true);
  const [count, setCount] = useState(chips.length);
  if (count !== chips.length) {
    setCount(chips.length);
    // Only changed text is announced, even if the same filter is removed twice.
    if (chips.length > count) setRemoved("");
  }

  function remove(ids: Iterable<unknown>) {
    const wanted = new Set(ids);
    for (const { id, label, onRemove } of chips) {
      if (!wanted.has(id)) continue;
      setRemoved(t`Filter cleared: ${label}`);
      onRemove();
    }
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only watches how the chips are used */}
      <div
        className={styles.chips}
        hidden={chips.length === 0 && !isHeld}
        onKeyDownCapture={() => setHeld(true)}
        onPointerDownCapture={() => setHeld(false)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setHeld(false);
        }}
      >
        {isUsed && <FilterTags chips={chips} onRemove={remove} list={list} />}
        {chips.length > 1 && (
          <Button
            className={styles.clear}
            onPress={() => {
              list.current?.focus();
              setRemoved(t`Filters cleared`);
              onClear();
            }}
          >
            <Trans>Clear all</Trans>
          </Button>
        )}
      </div>
      <LiveText>{removed}</LiveText>
    </>
  );
}
