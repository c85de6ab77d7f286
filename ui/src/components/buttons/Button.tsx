import { useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ProgressBar, Button as RawButton, type ButtonProps as RawProps } from "react-aria-components";
import { classes } from "../class-names";
import { useIsSlow } from "../layout/Skeleton";
import styles from "./Button.module.css";
import { ariaKeys } from "./key-names";
import { Tooltip } from "./Tooltip";

export type ButtonProps = Omit<RawProps, "className" | "children" | "style"> & {
  /** How much it asks for attention. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  icon?: LucideIcon | undefined;
  /** What the button says; without it, `aria-label` names the button and is shown as its tooltip. */
  children?: ReactNode;
  /** The keys that do the same, such as `mod+shift+c`. */
  keys?: string | undefined;
  /** An icon after the text, such as a chevron. */
  iconAfter?: LucideIcon | undefined;
};

/** A button; with an icon and `aria-label` alone, a square one with a tooltip. While pending it keeps the focus and does nothing. */
export function Button({
  variant = "secondary",
  icon: Icon,
  iconAfter: After,
  children,
  keys,
  isPending,
  ...props
}: ButtonProps) {
  const { t } = useLingui();
  const isIconOnly = children === undefined;
  const isSlow = useIsSlow(isPending ?? false);
  // Without an icon there is no room for what turns: it covers the text, so that the button stays as wide as it is.
  const isCovered = isSlow && !Icon;
  const button = (
    <RawButton
      {...props}
      {...(keys && { render: (element) => <button {...element} aria-keyshortcuts={ariaKeys(keys)} /> })}
      // React Aria's own pending state leaves announcements behind that name a button which may be gone by then.
      {...(isPending && { "aria-disabled": true, onPress: undefined, type: "button" })}
      className={classes(styles.button, styles[variant], isIconOnly && styles.iconOnly, isCovered && styles.covered)}
    >
      {isSlow ? (
        <ProgressBar aria-label={t`In progress`} isIndeterminate className={styles.spinner}>
          <span />
        </ProgressBar>
      ) : (
        Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />
      )}
      {!isIconOnly && <span className={styles.text}>{children}</span>}
      {After && <After size={14} strokeWidth={1.75} aria-hidden className={styles.after} />}
    </RawButton>
  );
  if (!isIconOnly || !props["aria-label"]) return button;
  return (
    <Tooltip text={props["aria-label"]} keys={keys}>
      {button}
    </Tooltip>
  );
}
