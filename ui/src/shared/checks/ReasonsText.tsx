import { useLingui } from "@lingui/react/macro";
import { Fragment, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-aria-components";
import { classes } from "../../components/class-names";
import link from "../../components/text/link.module.css";
import type { ChangedChecks, ChangeReasons } from "../../host/contract";
import { listOf } from "../../i18n";
import { checkName, useGuide } from "./guide";
import styles from "./ReasonsText.module.css";

/** Named per kind of change; the others are counted. */
const MAX_NAMES = 3;

/** The width of the count of others, in pixels. */
const OTHERS_ROOM = 26;

type PlaceOf = {
  /** Where a check is shown; without it, names are no links. */
  placeOf?: (check: string) => string;
};

type ReasonsTextProps = PlaceOf & {
  reasons: ChangeReasons;
  /** Each kind of change has a line; names without room in it are counted. */
  isInLines?: boolean;
};

/** Why a report changed, in a line: “Broke Title, Canonical · Fixed Image alt”; nothing if no check differs. */
export function ReasonsText({ reasons: { broke, fixed, changed }, isInLines = false, ...props }: ReasonsTextProps) {
  const { t } = useLingui();
  const parts = [
    { word: t`Broke`, checks: broke },
    { word: t`Fixed`, checks: fixed },
    { word: t({ message: "Changed", context: "checks" }), checks: changed },
  ].filter(({ checks }) => checks.count > 0);
  return parts.map(({ word, checks }, at) => {
    const why = (
      <>
        <b className={styles.word}>{word}</b> <Names checks={checks} isInLine={isInLines} {...props} />
      </>
    );
    return isInLines ? (
      <span key={word} className={styles.line}>
        {why}
      </span>
    ) : (
      <Fragment key={word}>
        {at > 0 && " · "}
        {why}
      </Fragment>
    );
  });
}

type NamesProps = PlaceOf & { checks: ChangedChecks; isInLine?: boolean };

export function Names({ checks: { first, count }, isInLine = false, placeOf }: NamesProps) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
  const named = first.slice(0, MAX_NAMES).map(({ name }) => ({ name, text: checkName(guide, name) }));
  const [line, shown] = useFitting(
    isInLine,
    named.map(({ text }) => text),
    count > named.length,
  );
  const others = i18n.number(count - shown);
  const mark = listOf(i18n, ["", ""]);
  return (
    <span ref={line} className={styles.names}>
      {named.map(({ name, text }, at) => (
        <span key={name} className={classes(styles.name, at >= shown && styles.hidden)}>
          {placeOf ? (
            <Link href={placeOf(name)} className={link.link}>
              {text}
            </Link>
          ) : (
            text
          )}
          {at < count - 1 && mark}
        </span>
      ))}
      {count > shown && <span className={styles.others}>{t`+${others}`}</span>}
    </span>
  );
}

/** How many names fit into a line beside the count of others; all until it has a width. */
function useFitting(isInLine: boolean, texts: readonly string[], hasOthers: boolean) {
  const names = texts.length;
  const line = useRef<HTMLSpanElement>(null);
  const [fitting, setFitting] = useState(names);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element || !isInLine) return;
    const fit = () => {
      const room = widthOf(element);
      const ends: number[] = [];
      for (const name of [...element.children].slice(0, names)) ends.push((ends.at(-1) ?? 0) + widthOf(name));
      const areAll = room === 0 || (!hasOthers && (ends.at(-1) ?? 0) <= room);
      setFitting(areAll ? names : Math.max(1, ends.filter((end) => end + OTHERS_ROOM <= room).length));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isInLine, hasOthers, texts.join("\n")]);
  return [line, isInLine ? Math.min(fitting, names) : names] as const;
}

const widthOf = (element: Element) => element.getBoundingClientRect().width;

/** True if any check differs. */
export function hasReasons({ broke, fixed, changed }: ChangeReasons): boolean {
  return broke.count + fixed.count + changed.count > 0;
}
