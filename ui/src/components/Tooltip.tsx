import type { ReactElement } from "react";
import { Tooltip as RawTooltip, TooltipTrigger } from "react-aria-components";
import styles from "./Tooltip.module.css";

/** A short text beside a control, on hover and on keyboard focus. The child must be focusable. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <RawTooltip className={styles.tooltip} offset={6}>
        {text}
      </RawTooltip>
    </TooltipTrigger>
  );
}
