import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { lazyNamed } from "../deferred";
import { useIsFolded } from "../layout/folds";
import { Mark } from "../marks/VerdictMark";
import styles from "./SegmentedFilter.module.css";

// Few windows are so narrow.
const Select = lazyNamed(() => import("../fields/Select"), "Select");

type Segment<V extends string> = {
  value: V;
  label: string;
  /** A verdict's shape and color, next to the text. */
  dot?: "good" | "decent" | "bad";
  /** The label as it is drawn, if not as text alone. */
  shown?: ReactNode;
  /** How many rows it would show. */
  count?: number | undefined;
};

export type SegmentedFilterProps<V extends string> = {
  "aria-label": string;
  options: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
  /** The counts grow, which moves nothing. */
  isLive?: boolean;
};

/** One of a few, with counts; a menu in a toolbar without room. */
export function SegmentedFilter<V extends string>(props: SegmentedFilterProps<V>) {
  const { options, value, onChange, isLive, ...rest } = props;
  const { i18n } = useLingui();
  const prefix = useId();
  const [isWithoutCounts, isWithoutWords, isMenu] = [
    useIsFolded("counts"),
    useIsFolded("words"),
    useIsFolded("segments"),
  ];
  const choose = (wanted: unknown) => {
    const option = options.find((candidate) => candidate.value === wanted);
    if (option) onChange(option.value);
  };
  if (isMenu) {
    return <Select {...rest} options={options} value={value} onChange={choose} />;
  }
  const most = Math.max(...options.map(({ count = 0 }) => count));
  const inlineSize = isLive ? `${i18n.number(most).length}ch` : undefined;
  return (
    <ToggleButtonGroup
      {...rest}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([chosen]) => choose(chosen)}
      className={styles.group ?? ""}
    >
      {options.map(({ value: id, label, dot, shown = label, count }) => (
        <ToggleButton
          key={id}
          id={id}
          className={styles.segment}
          {...(count !== undefined && { "aria-describedby": `${prefix}${id}` })}
        >
          {dot && <Mark verdict={dot} />}
          <span className={dot && isWithoutWords ? styles.hidden : styles.label}>{shown}</span>
          {count !== undefined && (
            <span
              id={`${prefix}${id}`}
              className={styles.count}
              style={{ inlineSize }}
              hidden={isWithoutCounts}
              aria-hidden
            >
              {i18n.number(count)}
            </span>
          )}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
