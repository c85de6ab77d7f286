import type { ReactNode } from "react";
import { Group, Input, NumberField as RawField, type NumberFieldProps as RawProps } from "react-aria-components";
import { FieldParts, type FieldProps } from "./Field";
import styles from "./Field.module.css";

export type NumberFieldProps = Pick<RawProps, "value" | "onChange" | "isDisabled" | "autoFocus"> &
  FieldProps & {
    /** Unit after the number. */
    unit?: ReactNode;
  };

/** A field for an integer; out-of-range input is kept, for `errorMessage` to explain. */
export function NumberField({ label, description, errorMessage, unit, ...rest }: NumberFieldProps) {
  return (
    <RawField
      {...rest}
      formatOptions={{ maximumFractionDigits: 0, useGrouping: false }}
      commitBehavior="validate"
      isInvalid={errorMessage !== undefined}
      className={styles.field}
    >
      <FieldParts label={label} description={description} errorMessage={errorMessage}>
        <Group className={styles.box}>
          <Input className={styles.input} />
          {unit && (
            <span className={styles.unit} aria-hidden>
              {unit}
            </span>
          )}
        </Group>
      </FieldParts>
    </RawField>
  );
}
