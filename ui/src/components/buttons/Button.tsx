import { useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ProgressBar, Button as RawButton, type ButtonProps as RawProps } from "react-aria-components";
import { classes } from "../class-names";
import { useIsFolded } from "../layout/folds";
import { useIsSlow } from "../layout/Skeleton";
import ring from "../marks/ring.module.css";
import styles from "./Button.module.css";
import { ariaKeys } from "./key-names";
import { Tooltip } from "./Tooltip";

export type ButtonProps = Omit<RawProps, "className" | "children" | "style"> & {
  /** Visual weight. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  icon?: LucideIcon | undefined;
  /** Without children, `aria-label` names the button and is its tooltip. */
  children?: ReactNode;
  /** Its shortcut, such as `mod+shift+c`. */
  keys?: string | undefined;
  /** In a narrow toolbar only the icon shows, with the text as its tooltip. */
  isFoldable?: boolean;
  /** An icon after the text, such as a chevron. */
  iconAfter?: LucideIcon | undefined;
};

/** With an icon and `aria-label` only, a square button with a tooltip; while pending it keeps the focus. */
export function Button({
  variant = "secondary",
  icon: Icon,
  iconAfter: After,
  children,
  isFoldable,
  keys,
  isPending,
  ...props
}: ButtonProps) {
  const { t } = useLingui();
  const isIconOnly = children === undefined;
  const isFolded = useIsFolded("labels") && isFoldable;
  const isSlow = useIsSlow(isPending ?? false);
  // The spinner covers the text, so that the button keeps its width.
  const isCovered = isSlow && !Icon;
  const button = (
    <RawButton
      {...props}
      {...(keys && { render: (element) => <button {...element} aria-keyshortcuts={ariaKeys(keys)} /> })}
      // React Aria's pending state would announce buttons that may be gone.
      {...(isPending && { "aria-disabled": true, onPress: undefined, type: "button" })}
      className={classes(
        styles.button,
        styles[variant],
        isIconOnly && styles.iconOnly,
        isFolded && styles.folded,
        isCovered && styles.covered,
      )}
    >
      {isSlow ? (
        <ProgressBar aria-label={t`In progress`} isIndeterminate className={styles.spinner}>
          <span className={ring.ring} />
        </ProgressBar>
      ) : (
        Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />
      )}
      {!isIconOnly && <span className={styles.text}>{children}</span>}
      {After && <After size={14} strokeWidth={1.75} aria-hidden className={styles.after} />}
    </RawButton>
  );
  const text = props["aria-label"] ?? (isFoldable && children);
  if (!text || !(isIconOnly || isFoldable)) return button;
  return (
    <Tooltip text={text} keys={keys} isDisabled={!isIconOnly && !isFolded}>
      {button}
    </Tooltip>
  );
}
