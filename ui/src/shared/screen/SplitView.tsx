import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./SplitView.module.css";

/** A screen with an optional side panel, which covers it in narrow windows. */
export function SplitView({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  const isOpen = Boolean(panel);
  const screen = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  // In low and narrow windows, nothing is left to scroll while the panel covers the list.
  useLayoutEffect(() => {
    const scroller = screen.current?.closest("main");
    if (isOpen || !scroller) return;
    if (scroller.scrollTop === 0) scroller.scrollTop = top.current;
    const note = () => {
      top.current = scroller.scrollTop;
    };
    scroller.addEventListener("scroll", note);
    return () => scroller.removeEventListener("scroll", note);
  }, [isOpen]);
  return (
    <div ref={screen} className={styles.screen}>
      {children}
      {panel && <div className={styles.panel}>{panel}</div>}
    </div>
  );
}
