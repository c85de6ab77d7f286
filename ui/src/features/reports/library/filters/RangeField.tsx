import { useLingui } from "@lingui/react/macro";
import { Group, Input, Label, NumberField as RawField } from "react-aria-components";
import field from "../../../../components/fields/Field.module.css";
import styles from "./Filters.module.css";

export type RangeFieldProps = {
  label: string;
  /** What each of the numbers is. */
  names: readonly string[];
  /** The least and the greatest number there is. */
  limits: readonly [number, number];
  values: readonly (number | undefined)[];
  /** A usual number, shown while there is none. */
  hint?: number;
  /** What the numbers count. */
  unit?: string;
  onChange: (values: (number | undefined)[]) => void;
};

/** One number, or two between which something is to be; empty ones restrict nothing. */
export function RangeField({ label, names, limits: [least, most], values, hint, unit, onChange }: RangeFieldProps) {
  const { i18n } = useLingui();
  return (
    <Group aria-label={label} className={field.field}>
      <Label className={field.label} elementType="span">
        {label}
      </Label>
      <div className={styles.range}>
        {names.map((name, index) => (
          <RawField
            key={name}
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
                placeholder={i18n.number(hint ?? (index === 0 ? least : most), { useGrouping: false })}
              />
              {unit !== undefined && (
                <span className={field.unit} aria-hidden>
                  {unit}
                </span>
              )}
            </Group>
          </RawField>
        ))}
      </div>
    </Group>
  );
}
