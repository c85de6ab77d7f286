import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FieldError, Label, Text } from "react-aria-components";
import styles from "./Field.module.css";

export type FieldProps = {
  /** Without it, `aria-label` names the field. */
  label?: ReactNode;
  description?: ReactNode;
  /** Marks the field as invalid. */
  errorMessage?: ReactNode;
};

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
