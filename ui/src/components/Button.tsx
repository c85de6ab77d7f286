import { useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ProgressBar, Button as RawButton, type ButtonProps as RawProps } from "react-aria-components";
import styles from "./Button.module.css";
import { classes } from "./class-names";
import { Tooltip } from "./Tooltip";

export type ButtonProps = Omit<RawProps, "className" | "children" | "style"> & {
  /** How much it asks for attention. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  icon?: LucideIcon | undefined;
  /** What the button says; without it, `aria-label` names the button and is shown as its tooltip. */
  children?: ReactNode;
  /** An icon after the text, such as a chevron. */
  iconAfter?: LucideIcon | undefined;
};

/** A button; with an icon and `aria-label` alone, a square one with a tooltip. While pending it keeps the focus and does nothing. */
export function Button({
  variant = "secondary",
  icon: Icon,
  iconAfter: After,
  children,
  isPending,
  ...props
}: ButtonProps) {
  const { t } = useLingui();
  const isIconOnly = children === undefined;
  const button = (
    <RawButton
      {...props}
      // React Aria's own pending state leaves announcements behind that name a button which may be gone by then.
      {...(isPending && { "aria-disabled": true, onPress: undefined, type: "button" })}
      className={classes(styles.button, styles[variant], isIconOnly && styles.iconOnly)}
    >
      {isPending ? (
        <ProgressBar aria-label={t`In progress`} isIndeterminate className={styles.spinner}>
          <span />
        </ProgressBar>
      ) : (
        Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />
      )}
      {children}
      {After && <After size={14} strokeWidth={1.75} aria-hidden className={styles.after} />}
    </RawButton>
  );
  return isIconOnly && props["aria-label"] ? <Tooltip text={props["aria-label"]}>{button}</Tooltip> : button;
}
