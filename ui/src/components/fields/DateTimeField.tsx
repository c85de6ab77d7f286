import { fromDate, getLocalTimeZone } from "@internationalized/date";
import { DateField, DateInput, DateSegment, useLocale } from "react-aria-components";
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
  const { locale } = useLocale();
  return (
    <DateField
      granularity="minute"
      hideTimeZone
      shouldForceLeadingZeros={hasLeadingZeros(locale)}
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

/** True if a language writes hours like “07” in texts, such as German. */
function hasLeadingZeros(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { timeStyle: "short" }).formatToParts(new Date(2000, 0, 1, 1));
  return parts.some(({ type, value }) => type === "hour" && value.length === 2);
}
