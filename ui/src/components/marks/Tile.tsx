import type { CSSProperties } from "react";
import { classes } from "../class-names";
import styles from "./Tile.module.css";

/**
 * A name’s first letter on a ground of its own; `id` chooses the hue, 190–350, so that none reads as a verdict. A soft
 * one is smaller and paler, for rows; a large one is for titles.
 */
export function Tile({ id, name, form }: { id: string; name: string; form?: "soft" | "large" }) {
  let hash = 7;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 9973;
  return (
    <span
      className={classes(styles.tile, form && styles[form])}
      style={{ "--hue": 190 + (hash % 161) } as CSSProperties}
      aria-hidden
    >
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  );
}
