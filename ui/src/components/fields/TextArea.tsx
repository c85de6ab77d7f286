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
    /** Initial height in lines; the user can resize it. */
    rows?: number;
  };

/** Multiline input such as URLs: no spell check, no wrapping. */
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
