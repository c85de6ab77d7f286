import type { ComponentType, ReactNode } from "react";
import styles from "./Gallery.module.css";
import type { Look } from "./look";

export type Section = { id: string; title: string; Content: ComponentType<{ look: Look }> };

/** `isWide` stacks the components over the whole width. */
export function Group({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <h3>{title}</h3>
      <div className={isWide ? styles.wide : styles.row}>{children}</div>
    </div>
  );
}

/** A fixed-size box in pixels, for components that fill their parent. */
export function Box({ width, height, children }: { width?: number; height: number; children: ReactNode }) {
  return (
    <div className={styles.box} style={{ width, height }}>
      {children}
    </div>
  );
}
