import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as RawCheckbox, type CheckboxProps as RawProps } from "react-aria-components";
import { classes } from "../class-names";
import styles from "./Checkbox.module.css";

export type CheckboxProps = Omit<RawProps, "className" | "style" | "children"> & { children?: ReactNode };

export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <RawCheckbox {...props} className={classes(styles.checkbox, children === undefined && styles.alone)}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.box}>
            {isIndeterminate ? (
              <Minus size={12} strokeWidth={3} aria-hidden />
            ) : (
              isSelected && <Check size={12} strokeWidth={3} aria-hidden />
            )}
          </span>
          {children !== undefined && <span>{children}</span>}
        </>
      )}
    </RawCheckbox>
  );
}
