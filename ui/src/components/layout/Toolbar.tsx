import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classes } from "../class-names";
import { FOLDS, FoldLevel } from "./folds";
import styles from "./Toolbar.module.css";

export type ToolbarProps = {
  children: ReactNode;
  /** Below the line, such as the active filters. */
  below?: ReactNode;
};

/** Controls in one line, which fold until they fit. */
export function Toolbar({ children, below }: ToolbarProps) {
  const [level, setLevel] = useState(0);
  const line = useRef<HTMLDivElement>(null);
  /** The width that each level needed last. */
  const widths = useRef<number[]>([]);

  useLayoutEffect(() => {
    const inner = line.current;
    const outer = inner?.parentElement;
    if (!inner || !outer) return;
    const fit = () => {
      const [room, wanted] = [outer.clientWidth, inner.offsetWidth];
      widths.current[level] = wanted;
      const roomier = widths.current.findIndex((width, at) => at < level && width <= room);
      if (wanted > room) setLevel(Math.min(level + 1, FOLDS.length));
      else if (roomier >= 0) setLevel(roomier);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [level]);

  return (
    <FoldLevel value={level}>
      <div className={styles.room}>
        <div ref={line} className={classes(styles.line, level > FOLDS.indexOf("labels") && styles.iconic)}>
          {children}
        </div>
      </div>
      {below}
    </FoldLevel>
  );
}
