import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { Group, Input, Label, NumberField as RawField } from "react-aria-components";
import field from "../../../../components/fields/Field.module.css";
import styles from "./Filters.module.css";

export type RangeFieldProps = {
  label: string;
  /** A label for each number. */
  names: readonly string[];
  /** Minimum and maximum. */
  limits: readonly [number, number];
  values: readonly (number | undefined)[];
  onChange: (values: (number | undefined)[]) => void;
};

/** One number or a range, whose empty fields show its limits; they don't filter. */
export function RangeField({ label, names, limits: [least, most], values, onChange }: RangeFieldProps) {
  const { i18n } = useLingui();
  return (
    <Group aria-label={label} className={field.field}>
      <Label className={field.label} elementType="span">
        {label}
      </Label>
      <div className={styles.range}>
        {names.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && <span aria-hidden>–</span>}
            <RawField
              aria-label={name}
              value={values[index] ?? Number.NaN}
              minValue={least}
              maxValue={most}
              formatOptions={{ maximumFractionDigits: 0, useGrouping: false }}
              onChange={(typed) => {
                const value = Number.isNaN(typed) ? undefined : typed;
                if (value !== values[index]) onChange(values.map((other, at) => (at === index ? value : other)));
              }}
              className={styles.number ?? ""}
            >
              <Group className={field.box}>
                <Input
                  className={field.input}
                  {...(names.length > 1 && { placeholder: i18n.number(index === 0 ? least : most) })}
                />
              </Group>
            </RawField>
          </Fragment>
        ))}
      </div>
    </Group>
  );
}
