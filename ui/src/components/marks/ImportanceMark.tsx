import type { ReactNode } from "react";
import type { Importance } from "../../host/contract";
import { classes } from "../class-names";
import styles from "./ImportanceMark.module.css";
import worded from "./worded.module.css";

const BARS = { high: 3, medium: 2, low: 1 };

/** How much a check matters: bars beside the word, in no color of a verdict. */
export function ImportanceMark({ importance, children }: { importance: Importance; children: ReactNode }) {
  return (
    <span className={classes(worded.worded, styles.importance)}>
      <svg width="13" height="12" viewBox="0 0 13 12" aria-hidden="true">
        {[0, 1, 2].map((bar) => (
          <rect
            key={bar}
            x={bar * 5}
            y={8 - bar * 4}
            width="3"
            height={4 + bar * 4}
            rx="1"
            className={classes(bar >= BARS[importance] && styles.missing)}
          />
        ))}
      </svg>
      {children}
    </span>
  );
}
