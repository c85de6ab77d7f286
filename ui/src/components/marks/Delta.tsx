import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "react-aria-components";
import { classes } from "../class-names";
import styles from "./Delta.module.css";

type DeltaProps = {
  /** Since before; nothing is shown for none. */
  difference: number;
  /** On a ground of its own, as everywhere but in tables. */
  isPill?: boolean;
  /** Since when. */
  title?: string;
};

/** By how much a score rose or fell: a triangle for the eye, a sign for readers. */
export function Delta({ difference, isPill, title }: DeltaProps) {
  const { i18n } = useLingui();
  if (difference === 0) return null;
  const rises = difference > 0;
  return (
    <span className={classes(styles.delta, isPill && styles.pill)} data-rises={rises || undefined} title={title}>
      <svg width="7" height="7" viewBox="0 0 7 7" aria-hidden="true">
        <path d={rises ? "M3.5 1.2 6.3 5.8H.7z" : "M3.5 5.8.7 1.2h5.6z"} />
      </svg>
      <span>
        <VisuallyHidden elementType="span">{rises ? "+" : "-"}</VisuallyHidden>
        {i18n.number(Math.abs(difference))}
      </span>
    </span>
  );
}
