import type { Verdict } from "../../host/contract";
import { classes } from "../class-names";
import styles from "./Sparkline.module.css";
import verdictFill from "./verdict-fill.module.css";

type SparklineProps = {
  /** Oldest first. */
  scores: readonly number[];
  /** Of the last score. */
  verdict: Verdict | null;
  width?: number;
  height?: number;
};

/** A smaller range would make noise look like a fall. */
const LEAST_RANGE = 16;

/** Room for the last point. */
const EDGE = 3;

/** The course of a score: steps, since one holds until the next check. Nothing for a single score. */
export function Sparkline({ scores, verdict, width = 56, height = 20 }: SparklineProps) {
  const last = scores.at(-1);
  if (last === undefined || scores.length < 2) return null;
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const range = Math.max(LEAST_RANGE, most - least);
  const top = (most + least + range) / 2;
  const x = (index: number) => (index / scores.length) * (width - EDGE);
  const y = (score: number) => EDGE + ((top - score) / range) * (height - 2 * EDGE);
  const steps = scores.map((score, index) => (index === 0 ? `M0 ${y(score)}` : `H${x(index)}V${y(score)}`));
  const line = `${steps.join("")}H${width - EDGE}`;
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.trend}
      data-flat={least === most || undefined}
      aria-hidden="true"
    >
      <path d={line} />
      <circle
        cx={width - EDGE}
        cy={y(last)}
        r="2.6"
        className={classes(verdictFill.fill, styles.last)}
        data-verdict={verdict ?? "unknown"}
      />
    </svg>
  );
}
