import type { ReactElement } from "react";
import { Tooltip as RawTooltip, TooltipTrigger } from "react-aria-components";
import { Keys } from "./Keys";
import styles from "./Tooltip.module.css";

export type TooltipProps = {
  text: string;
  /** The keys that do the same, such as `mod+shift+c`. */
  keys?: string | undefined;
  /** What it is about, which must be focusable. */
  children: ReactElement;
};

/** A short text beside a control, on hover and on keyboard focus. */
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
