import { Plural, Trans, useLingui } from "@lingui/react/macro";
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

/** A name that is cut to less, in pixels, is counted instead. */
const LEAST_NAME = 80;

type PlaceOf = {
  /** Where a check is shown; without it, names are no links. */
  placeOf?: (check: string) => string;
};

type Part = { word: string; checks: ChangedChecks };

const NONE: ChangedChecks = { first: [], count: 0 };

type ReasonsTextProps = PlaceOf & {
  reasons: Partial<ChangeReasons>;
  /** All kinds of changes share a line, where rows have no room for more. */
  isInOneLine?: boolean;
  /** It got better, so that fixes are the main reason. */
  isBetter?: boolean;
};

/**
 * Why a report changed: a line for each kind of change, such as “Broke Title, Canonical, +3”; nothing if no check
 * differs. Names without room are counted, as in “Broke Title · Fixed 2 checks”; without any for that, only the main kind is
 * shown.
 */
export function ReasonsText({ reasons, isInOneLine = false, isBetter = false, placeOf }: ReasonsTextProps) {
  const { broke = NONE, fixed = NONE, changed = NONE } = reasons;
  const { t } = useLingui();
  const guide = useGuide();
  const toWorse = { word: t`Broke`, checks: broke };
  const toBetter = { word: t`Fixed`, checks: fixed };
  const parts = [
    ...(isBetter ? [toBetter, toWorse] : [toWorse, toBetter]),
    { word: t({ message: "Changed", context: "checks" }), checks: changed },
  ].filter(({ checks }) => checks.count > 0);
  const lines = isInOneLine ? [parts] : parts.map((part) => [part]);
  return lines.map((line) => {
    const texts = line.flatMap(({ word, checks: { first, count } }) => [
      word,
      count,
      ...first.map(({ name }) => checkName(guide, name)),
    ]);
    // Other names, or another number of them, are measured again.
    return <Line key={texts.join("\n")} parts={line} placeOf={placeOf} />;
  });
}

function Line({ parts, placeOf }: PlaceOf & { parts: readonly Part[] }) {
  const { line, shown, isCut } = useFitting(parts.map(({ checks }) => Math.min(checks.first.length, MAX_NAMES)));
  return (
    <span ref={line} className={classes(styles.line, isCut && styles.cut)}>
      {parts.slice(0, shown.length).map(({ word, checks }, at) => (
        <Fragment key={word}>
          {at > 0 && " · "}
          <b className={styles.word}>{word}</b> <Names checks={checks} shown={shown[at] ?? 0} placeOf={placeOf} />
        </Fragment>
      ))}
    </span>
  );
}

type NamesProps = PlaceOf & { checks: ChangedChecks; shown: number };

function Names({ checks: { first, count }, shown, placeOf }: NamesProps) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
  const others = i18n.number(count - shown);
  const mark = listOf(i18n, ["", ""]);
  return (
    <span className={styles.names}>
      {first.slice(0, shown).map(({ name }, at) => (
        <Fragment key={name}>
          <span className={styles.name}>
            {placeOf ? (
              <Link href={placeOf(name)} className={link.link}>
                {checkName(guide, name)}
              </Link>
            ) : (
              checkName(guide, name)
            )}
            {at < count - 1 && mark}
          </span>
        </Fragment>
      ))}
      {count > shown && (
        <span>
          {shown > 0 ? (
            t`+${others}`
          ) : (
            <Trans context="after a word such as “Fixed”">
              <Plural value={count} one="# check" other="# checks" />
            </Trans>
          )}
        </span>
      )}
    </span>
  );
}

/**
 * How many of each part’s names fit into their line, the first part’s last. If not even one does, it is cut, or counted
 * where little of it would be left. If not even numbers fit, the first part has the line to itself.
 */
function useFitting(names: readonly number[]) {
  const line = useRef<HTMLSpanElement>(null);
  // In an object: it is measured again although nothing was dropped before.
  const [{ dropped }, setFit] = useState({ dropped: 0 });
  let shown = [...names];
  let isCut = false;
  for (let count = 0; count < dropped; count++) {
    const most = Math.max(...shown);
    const at = shown.lastIndexOf(most);
    if (most > 1 || (most === 1 && at > 0)) shown[at] = most - 1;
    else if (most === 0) shown = names.slice(0, 1);
    else if (isCut) {
      shown[0] = 0;
      isCut = false;
    } else isCut = true;
  }
  const isLeast = shown.length === 1 && shown[0] === 0;
  useLayoutEffect(() => {
    const element = line.current;
    const name = isCut ? element?.querySelector(`.${styles.name}`) : undefined;
    const isFragment = name && name.clientWidth < Math.min(LEAST_NAME, name.scrollWidth);
    const isTooLong = element && !isCut && !isLeast && element.scrollWidth > element.clientWidth;
    if (isFragment || isTooLong) setFit({ dropped: dropped + 1 });
  });
  useLayoutEffect(() => {
    // Beside a host, the line is as wide as what it says.
    const room = line.current?.closest("[data-reasons-room]") ?? line.current;
    if (!room) return;
    let width = room.clientWidth;
    const observer = new ResizeObserver(() => {
      if (room.clientWidth === width) return;
      width = room.clientWidth;
      setFit({ dropped: 0 });
    });
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  return { line, shown, isCut };
}

/** The reasons for rows with little room: of checks that changed otherwise only if none broke or was fixed. */
export function mainReasons(reasons: ChangeReasons): Partial<ChangeReasons> {
  const { broke, fixed } = reasons;
  return broke.count + fixed.count > 0 ? { broke, fixed } : reasons;
}

/** True if any check differs. */
export function hasReasons({ broke, fixed, changed }: ChangeReasons): boolean {
  return broke.count + fixed.count + changed.count > 0;
}
