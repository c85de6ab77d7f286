import styles from "./LogoMark.module.css";

/** `size` is in pixels. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" className={styles.tile} />
      <path d="M8.5 14.4l3.7 3.7 7.6-8" className={styles.tick} />
    </svg>
  );
}
