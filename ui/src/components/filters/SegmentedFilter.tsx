import type { LucideIcon } from "lucide-react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import styles from "./SegmentedFilter.module.css";

type Segment<V extends string> = {
  value: V;
  label: string;
  icon?: LucideIcon;
  /** A verdict's shape and color, next to the text. */
  dot?: "good" | "decent" | "bad";
};

export type SegmentedFilterProps<V extends string> = {
  "aria-label": string;
  options: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** A choice of one from a few, as joined buttons. */
export function SegmentedFilter<V extends string>({ options, value, onChange, ...props }: SegmentedFilterProps<V>) {
  return (
    <ToggleButtonGroup
      {...props}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(chosen) => {
        const option = options.find((candidate) => chosen.has(candidate.value));
        if (option) onChange(option.value);
      }}
      className={styles.group}
    >
      {options.map(({ value: id, label, icon: Icon, dot }) => (
        <ToggleButton key={id} id={id} className={styles.segment}>
          {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
          {dot && <span className={styles.dot} data-dot={dot} />}
          {label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
