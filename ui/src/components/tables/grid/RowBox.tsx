import { Check, Minus } from "lucide-react";
import { useEffect, useRef } from "react";
import { classes } from "../../class-names";
import checkbox from "../../fields/Checkbox.module.css";
import styles from "./Grid.module.css";

type RowBoxProps = {
  id: string;
  label: string;
  /** Names the row after the label. */
  labelledBy?: string;
  isSelected: boolean;
  isPartial?: boolean;
  onToggle: (box: HTMLInputElement) => void;
};

/** A checkbox that selects; a table has too many for one with states of its own. */
export function RowBox({ id, label, labelledBy, isSelected, isPartial = false, onToggle }: RowBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPartial;
  }, [isPartial]);
  const Mark = isPartial ? Minus : Check;
  return (
    <span
      className={classes(checkbox.checkbox, checkbox.alone, styles.check)}
      data-selected={isSelected || isPartial || undefined}
    >
      <input
        ref={input}
        type="checkbox"
        id={id}
        aria-label={label}
        {...(labelledBy !== undefined && { "aria-labelledby": `${id} ${labelledBy}` })}
        checked={isSelected}
        onChange={({ currentTarget }) => onToggle(currentTarget)}
      />
      <span className={checkbox.box}>
        {(isSelected || isPartial) && <Mark size={12} strokeWidth={3} aria-hidden />}
      </span>
    </span>
  );
}
