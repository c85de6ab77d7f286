import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import styles from "./Skeleton.module.css";

/** Delay before a skeleton appears, in milliseconds. */
const SHOW_DELAY_MS = 150;

/** True once a wait exceeds `patience` milliseconds. */
export function useIsSlow(isWaiting: boolean, patience = SHOW_DELAY_MS): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), patience);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting, patience]);
  return isWaiting && isSlow;
}

/** Gray placeholder rows, shown after a delay; `rowHeight` is in pixels. */
export function Skeleton({ rows = 12, rowHeight = 36 }: { rows?: number; rowHeight?: number }) {
  const { t } = useLingui();
  const isSlow = useIsSlow(true);
  return (
    <div className={styles.skeleton} role="status" aria-label={t`Loading`}>
      {isSlow &&
        Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.row} style={{ height: rowHeight }}>
            <span style={{ width: `${30 + ((row * 37) % 28)}%` }} />
            <span style={{ width: "9%" }} />
            <span style={{ width: "13%" }} />
            <span style={{ width: "8%" }} />
          </div>
        ))}
    </div>
  );
}
