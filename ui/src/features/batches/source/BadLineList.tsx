import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../../../components";
import { classes } from "../../../components/class-names";
import type { InvalidLine } from "../../../host/contract";
import styles from "./BadLineList.module.css";
import { useFaultWords } from "./faults";
import list from "./lines.module.css";

/** True if the line has no URL. */
function isEmpty({ field, reason }: InvalidLine): boolean {
  return field === "url" && reason.kind === "required";
}

type BadLineListProps = {
  lines: readonly InvalidLine[];
  /** The number of lines not in `lines`. */
  more?: number;
  /** Goes back to the list. */
  onEdit?: (() => void) | undefined;
  "aria-label": string;
};

/** Lines of a source that are of no use, each with its number and why. */
export function BadLineList({ lines, more = 0, onEdit, "aria-label": label }: BadLineListProps): ReactNode {
  const { t, i18n } = useLingui();
  const words = useFaultWords();
  const numberOf = (line: number) => {
    const number = i18n.number(line);
    return t`Line ${number}`;
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <ul className={classes(list.list, list.numbered)} tabIndex={0} aria-label={label}>
        {lines.map((bad) => (
          <li key={`${bad.line} ${bad.field}`}>
            <span className={styles.line}>{numberOf(bad.line)}</span>
            {bad.text !== "" && (
              <span className={list.text} dir="auto" title={bad.text}>
                {bad.text}
              </span>
            )}
            <span className={list.reason} title={words.note(bad)}>
              {words.shortNote(bad)}
            </span>
          </li>
        ))}
        {more > 0 && (
          <li className={list.more}>
            <Plural value={more} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
      {onEdit ? (
        <div className={styles.edit}>
          <Button onPress={onEdit}>
            <Trans>Edit list</Trans>
          </Button>
        </div>
      ) : (
        <p className={styles.note}>
          <Trans>To include them, correct your list and make a new plan.</Trans>
        </p>
      )}
      {lines.some((bad) => bad.text === "" && !isEmpty(bad)) && (
        <p className={styles.note}>
          <Trans>The text isn’t saved because it may contain a password.</Trans>
        </p>
      )}
    </div>
  );
}
