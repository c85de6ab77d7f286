import { useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { Mark } from "../marks/VerdictMark";
import styles from "./SegmentedFilter.module.css";

type Segment<V extends string> = {
  value: V;
  label: ReactNode;
  icon?: LucideIcon;
  /** A verdict's shape and color, next to the text. */
  dot?: "good" | "decent" | "bad";
  /** How many rows it would show. */
  count?: number | undefined;
};

export type SegmentedFilterProps<V extends string> = {
  "aria-label": string;
  options: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Apart from each other, for labels with more than a word. */
  isLoose?: boolean;
};

export function SegmentedFilter<V extends string>({
  options,
  value,
  onChange,
  isLoose,
  ...props
}: SegmentedFilterProps<V>) {
  const { i18n } = useLingui();
  const prefix = useId();
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
      className={isLoose ? styles.loose : styles.group}
    >
      {options.map(({ value: id, label, icon: Icon, dot, count }) => (
        <ToggleButton
          key={id}
          id={id}
          className={styles.segment}
          {...(count !== undefined && { "aria-describedby": `${prefix}${id}` })}
        >
          {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
          {dot && <Mark verdict={dot} />}
          {dot ? <span className={styles.verdict}>{label}</span> : label}
          {count !== undefined && (
            <span id={`${prefix}${id}`} className={styles.count} aria-hidden>
              {i18n.number(count)}
            </span>
          )}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
