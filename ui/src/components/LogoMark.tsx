import { classes } from "./class-names";
import styles from "./LogoMark.module.css";

export type LogoMarkProps = {
  /** In pixels. */
  size: number;
  /** On the brand’s ground it is all brass. */
  ground?: "sheet" | "brand";
  className?: string;
};

export function LogoMark({ size, ground = "sheet", className }: LogoMarkProps) {
  return (
    <svg
      className={classes(styles.mark, className)}
      data-ground={ground}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <path d="M10.2 1.75h11.6l8.45 8.45v11.6l-8.45 8.45H10.2L1.75 21.8V10.2z" className={styles.cartouche} />
      {/* Thicker where it is small. */}
      <path d="M9.4 23 16 8.4 22.6 23m-10.3-5.2 2.7 2.6 4.2-4.9" strokeWidth={size < 48 ? 2 : 1.5} />
    </svg>
  );
}
