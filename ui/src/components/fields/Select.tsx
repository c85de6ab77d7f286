import { Check, ChevronDown, type LucideIcon } from "lucide-react";
import { Button, ListBox, ListBoxItem, Popover, Select as RawSelect, SelectValue } from "react-aria-components";
import { classes } from "../class-names";
import popover from "../overlays/Popover.module.css";
import { FieldParts, type FieldProps } from "./Field";
import field from "./Field.module.css";
import styles from "./Select.module.css";

export type Option<V extends string | number> = {
  value: V;
  label: string;
  /** Below it, in the open list. */
  detail?: string | undefined;
};

export type SelectProps<V extends string | number> = FieldProps & {
  "aria-label"?: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
  icon?: LucideIcon;
  isDisabled?: boolean;
  /** As quiet as a toolbar's buttons. */
  isQuiet?: boolean;
};

export function Select<V extends string | number>(props: SelectProps<V>) {
  const { label, description, errorMessage, options, value, onChange, icon: Icon, isQuiet, ...rest } = props;
  return (
    <RawSelect
      {...rest}
      value={value}
      onChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen);
        if (option) onChange(option.value);
      }}
      isInvalid={errorMessage !== undefined}
      className={field.field}
    >
      <FieldParts label={label} description={description} errorMessage={errorMessage}>
        <Button className={classes(styles.button, label !== undefined && styles.labelled, isQuiet && styles.quiet)}>
          {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
          <SelectValue className={styles.value ?? ""}>{({ selectedText }) => selectedText}</SelectValue>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden className={styles.chevron} />
        </Button>
      </FieldParts>
      <Popover className={popover.popover} offset={4}>
        <ListBox className={popover.list} items={options.map((option) => ({ ...option, id: option.value }))}>
          {(option) => <Choice id={option.id} label={option.label} detail={option.detail} />}
        </ListBox>
      </Popover>
    </RawSelect>
  );
}

/** A list option with a check mark if selected. */
export function Choice({ id, label, detail }: { id: string | number; label: string; detail?: string | undefined }) {
  return (
    <ListBoxItem id={id} className={popover.item} textValue={label}>
      {({ isSelected }) => (
        <>
          <span className={popover.mark}>{isSelected && <Check size={15} aria-hidden />}</span>
          <span className={popover.text}>{label}</span>
          {detail !== undefined && <span className={popover.detail}>{detail}</span>}
        </>
      )}
    </ListBoxItem>
  );
}
