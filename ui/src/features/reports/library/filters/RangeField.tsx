import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { Group, Input, Label, NumberField as RawField } from "react-aria-components";
import field from "../../../../components/fields/Field.module.css";
import styles from "./Filters.module.css";

export type RangeFieldProps = {
  label: string;
  /** A label for each number. */
  names: readonly string[];
  /** Of one number. */
  example?: number;
  /** Minimum and maximum. */
  limits: readonly [number, number];
  values: readonly (number | undefined)[];
  onChange: (values: (number | undefined)[]) => void;
};

/** One number or a range; empty fields show an example or its limits, and don't filter. */
export function RangeField({ label, names, example, limits: [least, most], values, onChange }: RangeFieldProps) {
  const { t, i18n } = useLingui();
  const placeholderOf = (index: number) =>
    example === undefined
      ? i18n.number(index === 0 ? least : most)
      : t`For example, ${{ example: i18n.number(example) }}`;
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
                <Input className={field.input} placeholder={placeholderOf(index)} />
              </Group>
            </RawField>
          </Fragment>
        ))}
      </div>
    </Group>
  );
}
