import styles from "./Meter.module.css";

/** How much of something, from 0 to 1; never a verdict. The figure must be said beside it. */
export function Meter({ share }: { share: number }) {
  return (
    <span className={styles.meter} aria-hidden="true">
      <span style={{ width: `${100 * Math.min(1, Math.max(0, share))}%` }} />
    </span>
  );
}
