import type { ReactElement, ReactNode } from "react";
import { Tooltip as RawTooltip, TooltipTrigger } from "react-aria-components";
import { Keys } from "./Keys";
import styles from "./Tooltip.module.css";

export type TooltipProps = {
  text: ReactNode;
  /** Its shortcut, such as `mod+shift+c`. */
  keys?: string | undefined;
  isDisabled?: boolean;
  children: ReactElement;
};

export function Tooltip({ text, keys, isDisabled = false, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0} isDisabled={isDisabled}>
      {children}
      <RawTooltip className={styles.tooltip} offset={6}>
        {text}
        {keys && <Keys keys={keys} />}
      </RawTooltip>
    </TooltipTrigger>
  );
}
