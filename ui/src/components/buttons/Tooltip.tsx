import type { ReactElement, ReactNode } from "react";
import { Tooltip as RawTooltip, TooltipTrigger } from "react-aria-components";
import { Keys } from "./Keys";
import styles from "./Tooltip.module.css";

export type TooltipProps = {
  text: ReactNode;
  /** Its shortcut, such as `mod+shift+c`. */
  keys?: string | undefined;
  children: ReactElement;
};

export function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <RawTooltip className={styles.tooltip} offset={6}>
        {text}
        {keys && <Keys keys={keys} />}
      </RawTooltip>
    </TooltipTrigger>
  );
}
