import { classes } from "../../components/class-names";
import type { Theme } from "../../host/contract";
import styles from "./ThemePicture.module.css";

/** A small window in a theme; in half of both for the system's. */
export function ThemePicture({ theme }: { theme: Theme }) {
  return (
    <span className={styles.picture} data-picture={theme}>
      {theme !== "dark" && <Window className={styles.light} />}
      {theme !== "light" && <Window className={classes(styles.dark, theme === "system" && styles.half)} />}
    </span>
  );
}

/** A list of reports beside the sidebar. */
function Window({ className }: { className: string | undefined }) {
  return (
    <svg viewBox="0 0 104 68" className={classes(styles.window, className)} aria-hidden>
      <rect width="104" height="68" className={styles.ground} />
      <rect x="30" y="6" width="68" height="56" rx="5" className={styles.sheet} />
      <rect x="7" y="12" width="15" height="3" rx="1.5" className={styles.current} />
      <rect x="7" y="19" width="13" height="3" rx="1.5" className={styles.text} />
      <rect x="7" y="26" width="15" height="3" rx="1.5" className={styles.text} />
      <rect x="38" y="14" width="26" height="4" rx="2" className={styles.text} />
      {ROWS.map(({ verdict, y, width }) => (
        <g key={y}>
          <rect x="38" y={y} width="7" height="3" rx="1.5" data-verdict={verdict} />
          <rect x="49" y={y} width={width} height="3" rx="1.5" className={styles.text} />
        </g>
      ))}
    </svg>
  );
}

const ROWS = [
  { verdict: "good", y: 26, width: 38 },
  { verdict: "decent", y: 34, width: 30 },
  { verdict: "decent", y: 42, width: 40 },
  { verdict: "bad", y: 50, width: 26 },
];
