import { lazyAfterFirstPaint } from "../deferred";
import styles from "./Drawing.module.css";
import type { DrawingName } from "./drawings";

const Lines = lazyAfterFirstPaint(() => import("./drawings"), "Lines");

export type { DrawingName };

/** A line drawing with one brass detail, as decoration. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 180 108" aria-hidden="true" data-drawing={name}>
      <Lines of={name} />
    </svg>
  );
}
