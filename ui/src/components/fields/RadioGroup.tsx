import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Radio, RadioGroup as RawGroup } from "react-aria-components";
import { classes } from "../class-names";
import { FieldParts, type FieldProps } from "./Field";
import field from "./Field.module.css";
import styles from "./RadioGroup.module.css";

type RadioOption<V extends string> = {
  value: V;
  label: string;
  description?: string;
  icon?: LucideIcon;
  /** Shown above the label instead of a mark. */
  picture?: ReactNode;
};

export type RadioGroupProps<V extends string> = FieldProps & {
  "aria-label"?: string;
  options: readonly RadioOption<V>[];
  /** `null` until one is chosen. */
  value: V | null;
  onChange: (value: V) => void;
  orientation?: "vertical" | "horizontal";
  isDisabled?: boolean;
  /** Focuses the chosen option. */
  autoFocus?: boolean;
};

export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { label, description, errorMessage, options, onChange, orientation = "vertical", autoFocus, ...rest } = props;
  return (
    <RawGroup
      {...rest}
      orientation={orientation}
      onChange={(value) => onChange(value as V)}
      isInvalid={errorMessage !== undefined}
      className={field.field}
    >
      <FieldParts label={label} description={description} errorMessage={errorMessage}>
        <div className={classes(styles.options, orientation === "horizontal" && styles.horizontal)}>
          {options.map(({ value, label: text, description: hint, icon: Icon, picture }) => (
            <Radio
              key={value}
              value={value}
              autoFocus={autoFocus === true && value === rest.value}
              className={classes(styles.option, picture !== undefined && styles.pictured)}
            >
              {picture === undefined ? (
                <span className={styles.mark} />
              ) : (
                <span className={styles.picture}>{picture}</span>
              )}
              {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden className={styles.icon} />}
              <span>
                {text}
                {hint && <span className={styles.hint}>{hint}</span>}
              </span>
            </Radio>
          ))}
        </div>
      </FieldParts>
    </RawGroup>
  );
}
