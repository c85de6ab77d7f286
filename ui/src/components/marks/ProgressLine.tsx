import { ProgressBar } from "react-aria-components";
import styles from "./ProgressLine.module.css";

export type ProgressLineProps = {
  /** From 0 to 1; null if unknown. */
  share: number | null;
  size?: "medium" | "large";
  isPaused?: boolean;
};

/** A thin progress bar beside a text that says the same. */
export function ProgressLine({ share, size, isPaused }: ProgressLineProps) {
  return (
    <span className={styles.track} data-size={size} aria-hidden>
      <span
        className={styles.share}
        data-unknown={share === null || undefined}
        data-paused={isPaused || undefined}
        style={share === null ? {} : { inlineSize: `${share * 100}%` }}
      />
    </span>
  );
}

/** A thin progress bar that screen readers announce as `label`, with its value as text. */
export function NamedProgressLine({ label, value, ...line }: ProgressLineProps & { label: string; value?: string }) {
  return (
    <ProgressBar
      aria-label={label}
      isIndeterminate={line.share === null}
      value={(line.share ?? 0) * 100}
      {...(value !== undefined && { valueLabel: value })}
    >
      <ProgressLine {...line} />
    </ProgressBar>
  );
}
