import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import styles from "./Skeleton.module.css";

/** How long an answer may take before anything is drawn in its place, in milliseconds. */
const PATIENCE = 150;

/** Whether a wait has become long enough to be shown. */
export function useIsSlow(isWaiting: boolean, patience = PATIENCE): boolean {
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

/** Grey rows where rows will be, drawn only when the answer takes a while. `rowHeight` is in pixels. */
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
