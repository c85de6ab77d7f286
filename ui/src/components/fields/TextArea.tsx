import { TextArea as RawArea, TextField as RawField, type TextFieldProps as RawProps } from "react-aria-components";
import { FieldParts, type FieldProps } from "./Field";
import field from "./Field.module.css";
import styles from "./TextArea.module.css";

export type TextAreaProps = Pick<
  RawProps,
  "aria-label" | "value" | "onChange" | "isDisabled" | "isReadOnly" | "autoFocus"
> &
  FieldProps & {
    placeholder?: string;
    /** How many lines it has room for; the user can make it higher. */
    rows?: number;
  };

/** A field for lines of text that are read by a machine, such as addresses: without spelling, each as long as it is. */
export function TextArea({ label, description, errorMessage, placeholder, rows = 8, ...rest }: TextAreaProps) {
  return (
    <RawField {...rest} isInvalid={errorMessage !== undefined} className={field.field}>
      <FieldParts label={label} description={description} errorMessage={errorMessage}>
        <RawArea
          className={styles.area}
          placeholder={placeholder}
          rows={rows}
          wrap="off"
          dir="auto"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
        />
      </FieldParts>
    </RawField>
  );
}
