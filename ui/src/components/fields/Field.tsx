import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FieldError, Label, Text } from "react-aria-components";
import styles from "./Field.module.css";

/** What most fields have around them. */
export type FieldProps = {
  /** The name above the field; without it, `aria-label` names the field. */
  label?: ReactNode;
  /** A hint below the field. */
  description?: ReactNode;
  /** What is wrong with the value; the field is invalid while this is there. */
  errorMessage?: string | undefined;
};

/** The parts of a field, below React Aria's field component: name, control, and a hint or what is wrong. */
export function FieldParts({ label, description, errorMessage, children }: FieldProps & { children: ReactNode }) {
  return (
    <>
      {label !== undefined && <Label className={styles.label}>{label}</Label>}
      {children}
      {description !== undefined && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>
        {({ validationErrors }) => (
          <>
            <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
            <span>{errorMessage ?? validationErrors.join(" ")}</span>
          </>
        )}
      </FieldError>
    </>
  );
}
