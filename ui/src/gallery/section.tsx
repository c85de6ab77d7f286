import type { ComponentType, ReactNode } from "react";
import styles from "./Gallery.module.css";
import type { Look } from "./look";

/** A section of the gallery. */
export type Section = { id: string; title: string; Content: ComponentType<{ look: Look }> };

/** Some components under a heading, beside each other; `isWide`: one below the other, over the whole width. */
export function Group({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <h3>{title}</h3>
      <div className={isWide ? styles.wide : styles.row}>{children}</div>
    </div>
  );
}

/** A box of a fixed size in pixels, for what fills the room that it is given. */
export function Box({ width, height, children }: { width?: number; height: number; children: ReactNode }) {
  return (
    <div className={styles.box} style={{ width, height }}>
      {children}
    </div>
  );
}
