import { useLingui } from "@lingui/react/macro";
import type { Verdict } from "../../host/contract";
import styles from "./Stamp.module.css";
import { Mark, useVerdictWords } from "./VerdictMark";

type StampProps = {
  /** 0–100, or `null` if the service gives none. */
  score: number | null;
  verdict: Verdict | null;
  /** 38×22 pixels unless given: 64×40, 104×64. */
  size?: "medium" | "large" | undefined;
  /** Replaces the score while the page is checked; only screen readers say it. */
  checking?: string;
};

/** A score in the shape and color of its verdict, which screen readers say first. */
export function Stamp({ score, verdict, size, checking }: StampProps) {
  const { t, i18n } = useLingui();
  const words = useVerdictWords();
  if (checking !== undefined) {
    return (
      <span className={styles.stamp} data-size={size} data-checking role="img" aria-label={checking}>
        <span className={styles.spinner} />
      </span>
    );
  }
  const figure = score === null ? t`No score` : i18n.number(score, { maximumFractionDigits: 0 });
  return (
    <span
      className={styles.stamp}
      data-size={size}
      data-verdict={verdict ?? (score === null ? "unknown" : undefined)}
      role="img"
      aria-label={verdict ? `${words[verdict]}, ${figure}` : figure}
    >
      <span>{score !== null ? figure : verdict ? <Mark verdict={verdict} /> : "–"}</span>
    </span>
  );
}
