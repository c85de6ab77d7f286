import { Plural, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { InvalidLine } from "../../../host/contract";
import { useFaultWords } from "./faults";
import styles from "./SourceFound.module.css";

/** True if the line has no URL. */
function isEmpty({ field, reason }: InvalidLine): boolean {
  return field === "url" && reason.kind === "required";
}

type BadLineListProps = {
  lines: readonly InvalidLine[];
  /** The number of lines not in `lines`. */
  more?: number;
  "aria-label": string;
};

/** Lines of a source that are of no use, each with its number and why. */
export function BadLineList({ lines, more = 0, "aria-label": label }: BadLineListProps): ReactNode {
  const { t, i18n } = useLingui();
  const words = useFaultWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <ul className={styles.bad} tabIndex={0} aria-label={label}>
      {lines.map((bad) => (
        <li key={`${bad.line} ${bad.field}`}>
          <span className={styles.line}>{i18n.number(bad.line)}</span>
          <span className={styles.text} dir="auto" title={bad.text}>
            {bad.text !== "" ? bad.text : isEmpty(bad) ? t`(empty)` : t`(not saved: it may hold a password)`}
          </span>
          <span className={styles.reason}>{words.line(bad)}</span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  );
}
