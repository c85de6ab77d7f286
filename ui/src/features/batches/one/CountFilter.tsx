import { useLingui } from "@lingui/react/macro";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import styles from "./CountFilter.module.css";

/** One choice of a {@link CountFilter}. */
type Counted<V extends string> = { value: V; label: string; count: number };

export type CountFilterProps<V extends string> = {
  "aria-label": string;
  options: readonly Counted<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** How many there are of each kind, and a choice of one of these. A count that grows moves nothing. */
export function CountFilter<V extends string>({ options, value, onChange, ...props }: CountFilterProps<V>) {
  const { i18n } = useLingui();
  // As wide as the longest may become.
  const most = Math.max(...options.map(({ count }) => count));
  const inlineSize = `${i18n.number(most).length}ch`;
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
      {options.map(({ value: id, label, count }) => (
        <ToggleButton key={id} id={id} className={styles.option} data-kind={id} data-some={count > 0 || undefined}>
          <span className={styles.label}>{label}</span>{" "}
          <span className={styles.count} style={{ inlineSize }}>
            {i18n.number(count)}
          </span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
