import type { Verdict } from "../../host/contract";
import { classes } from "../class-names";
import styles from "./VerdictBar.module.css";
import verdictFill from "./verdict-fill.module.css";

type VerdictBarProps = {
  counts: Partial<Record<Verdict | "unknown", number>>;
  /** In tables. */
  isThin?: boolean;
};

const ORDER = ["good", "decent", "bad", "unknown"] as const;

/** The shares of verdicts; the counts must be said beside it. */
export function VerdictBar({ counts, isThin }: VerdictBarProps) {
  return (
    <div className={styles.shares} data-thin={isThin || undefined} aria-hidden="true">
      {ORDER.map((verdict) => {
        const count = counts[verdict] ?? 0;
        return (
          count > 0 && (
            <span
              key={verdict}
              className={classes(verdictFill.fill, styles.part)}
              data-verdict={verdict}
              style={{ flex: count }}
            />
          )
        );
      })}
    </div>
  );
}
