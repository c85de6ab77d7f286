import { useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import {
  Group,
  Input,
  TextField as RawField,
  type TextFieldProps as RawProps,
  ToggleButton,
} from "react-aria-components";
import { FieldParts, type FieldProps } from "./Field";
import styles from "./Field.module.css";

export type TextFieldProps = Omit<RawProps, "className" | "style" | "children" | "isInvalid"> &
  FieldProps & {
    placeholder?: string;
    /** A button reveals the secret; the field only ever holds what was just typed. */
    isRevealable?: boolean;
    /** An icon inside the box, before the text. */
    before?: ReactNode;
    /** To move the focus to it. */
    inputRef?: Ref<HTMLInputElement>;
    /** Controls inside the box, after the text. */
    after?: ReactNode;
  };

export function TextField(props: TextFieldProps) {
  const { label, description, errorMessage, placeholder, isRevealable, before, after, inputRef, ...rest } = props;
  const { t } = useLingui();
  const [isRevealed, setRevealed] = useState(false);
  const type = isRevealable ? (isRevealed ? "text" : "password") : rest.type;
  return (
    <RawField {...rest} {...(type && { type })} isInvalid={errorMessage !== undefined} className={styles.field}>
      <FieldParts label={label} description={description} errorMessage={errorMessage}>
        <Group className={styles.box}>
          {before}
          <Input ref={inputRef} className={styles.input} placeholder={placeholder} dir="auto" />
          {isRevealable && (
            <ToggleButton
              className={styles.inside}
              aria-label={t`Show text`}
              isSelected={isRevealed}
              onChange={setRevealed}
            >
              {isRevealed ? (
                <EyeOff size={15} strokeWidth={1.75} aria-hidden />
              ) : (
                <Eye size={15} strokeWidth={1.75} aria-hidden />
              )}
            </ToggleButton>
          )}
          {after}
        </Group>
      </FieldParts>
    </RawField>
  );
}
