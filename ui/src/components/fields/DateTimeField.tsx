import { fromDate, getLocalTimeZone } from "@internationalized/date";
import { DateField, DateInput, DateSegment } from "react-aria-components";
import { classes } from "../class-names";
import styles from "./DateTimeField.module.css";
import { FieldParts, type FieldProps } from "./Field";
import field from "./Field.module.css";

type DateTimeFieldProps = FieldProps & {
  /** `null` while a part is missing. */
  value: Date | null;
  onChange: (value: Date | null) => void;
};

/** A date and time in the user’s time zone, down to the minute, written as in the window’s language. */
export function DateTimeField({ label, description, errorMessage, value, onChange }: DateTimeFieldProps) {
  return (
    <DateField
      granularity="minute"
      hideTimeZone
      value={value && fromDate(value, getLocalTimeZone())}
      onChange={(changed) => onChange(changed?.set({ second: 0, millisecond: 0 }).toDate() ?? null)}
      isInvalid={errorMessage !== undefined}
      className={field.field}
    >
      <FieldParts label={label} description={description} errorMessage={errorMessage}>
        <DateInput className={classes(field.box, styles.parts)}>
          {(segment) => <DateSegment segment={segment} className={styles.part} />}
        </DateInput>
      </FieldParts>
    </DateField>
  );
}
