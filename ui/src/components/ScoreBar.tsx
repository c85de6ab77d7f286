import { Trans, useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "react-aria-components";
import type { Verdict } from "../host/contract";
import styles from "./marks/Stamp.module.css";

type ScoreProps = {
  /** 0–100, or `null` where the service gives none. */
  score: number | null;
  /** Colours the drawing; the number says the same. */
  verdict: Verdict | null;
};

/** A score as number and bar. */
export function ScoreBar({ score, verdict }: ScoreProps) {
  const { i18n } = useLingui();
  if (score === null) return <NoScore />;
  return (
    <span className={styles.bar}>
      <span className={styles.number}>{i18n.number(score, { maximumFractionDigits: 0 })}</span>
      <span className={styles.track}>
        <span
          className={styles.fill}
          data-verdict={verdict}
          style={{ width: `${Math.min(100, Math.max(0, score))}%` }}
        />
      </span>
    </span>
  );
}

/** A score as number in a ring. `size` is in pixels. */
export function ScoreRing({ score, verdict, size = 76 }: ScoreProps & { size?: number }) {
  const { i18n } = useLingui();
  const radius = 16;
  const round = 2 * Math.PI * radius;
  return (
    <span className={styles.ring} style={{ width: size, height: size, fontSize: size * 0.29 }}>
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r={radius} className={styles.ringTrack} />
        {score !== null && (
          <circle
            cx="18"
            cy="18"
            r={radius}
            className={styles.ringFill}
            data-verdict={verdict}
            strokeDasharray={`${(score / 100) * round} ${round}`}
          />
        )}
      </svg>
      <span className={styles.ringNumber}>
        {score === null ? <NoScore /> : i18n.number(score, { maximumFractionDigits: 0 })}
      </span>
    </span>
  );
}

function NoScore() {
  return (
    <span className={styles.none}>
      <span aria-hidden>–</span>
      <VisuallyHidden>
        <Trans>No score</Trans>
      </VisuallyHidden>
    </span>
  );
}
