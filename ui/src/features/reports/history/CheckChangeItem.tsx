import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment, type ReactNode, useContext } from "react";
import { Link, VisuallyHidden } from "react-aria-components";
import { ImportanceMark } from "../../../components";
import link from "../../../components/text/link.module.css";
import type { Check, CheckChange, Importance, JsonValue } from "../../../host/contract";
import { listOf } from "../../../i18n";
import { readableKey, readableName } from "../../../shared/checks/check-name";
import { FoundText } from "../../../shared/checks/FoundText";
import { faultsOf, faultText } from "../../../shared/checks/faults";
import { isNothing, shortText } from "../../../shared/checks/found-text";
import { checkName, checkTitle, type Guide, useGuide } from "../../../shared/checks/guide";
import { amountText } from "../../../shared/checks/limits";
import { useImportanceWords } from "../panel/CheckList";
import { LargeValue } from "../panel/FoundValue";
import { ChangeArrow, TwoReports } from "./ChangeArrow";
import styles from "./CheckChangeItem.module.css";
import { importanceOf } from "./changes";

type CheckChangeItemProps = { change: CheckChange; onOpen: (change: CheckChange) => void };

/** A check that differs: its name and importance, and what was found on both sides. */
export function CheckChangeItem({ change, onOpen }: CheckChangeItemProps) {
  const { name, kind, before, after } = change;
  const { i18n } = useLingui();
  const guide = useGuide();
  const isOfTwo = useContext(TwoReports);
  const { lines, large } = useValues(change);
  const hasValues = lines.length + large.length > 0;
  const failing = failureToName(change, isOfTwo);
  const known = checkName(guide, name);
  const title = hasValues && failing ? checkTitle(guide, failing) : known;
  const isNamed = title !== known;
  const isPlain = hasValues && (kind === "fixed" || (kind === "broken" && isOfTwo));
  const problems = isPlain || isNamed ? null : problemLines(i18n, guide, change, hasValues);
  return (
    <div className={styles.change} data-kind={kind} data-of-two={isOfTwo || undefined}>
      <div className={styles.words}>
        {before && after && before.importance !== after.importance ? (
          <span className={styles.importance}>
            <ImportanceBars importance={before.importance} />
            <ChangeArrow />
            <ImportanceBars importance={after.importance} />
          </span>
        ) : (
          // Two reports are grouped by it.
          !isOfTwo && (
            <span className={styles.importance}>
              <ImportanceBars importance={importanceOf(change)} />
            </span>
          )
        )}
        <div>
          {after ? (
            <Link className={link.link} onPress={() => onOpen(change)}>
              {title}
            </Link>
          ) : (
            <span>{title}</span>
          )}
        </div>
      </div>
      <div className={styles.differences}>
        <Lines pairs={problems ? [problems, ...lines] : lines} />
        {large.map(({ key, before, after, path }) => (
          <Fragment key={key}>
            <LargeValue value={before} label={isOfTwo ? <First path={path} /> : <Before path={path} />} />
            <LargeValue value={after} label={isOfTwo ? <Second path={path} /> : <Now path={path} />} />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** The failure to name; of two reports, it would contradict a value of the one that passes. */
function failureToName({ kind, before, after }: CheckChange, isOfTwo: boolean): Check | null {
  if (kind === "added" || (kind === "broken" && !isOfTwo)) return after;
  if (!isOfTwo || (kind !== "broken" && kind !== "fixed")) return null;
  const [passing, failing] = kind === "broken" ? [before, after] : [after, before];
  return passing && isNothing(passing.value) ? failing : null;
}

function ImportanceBars({ importance }: { importance: Importance | null }) {
  const words = useImportanceWords();
  if (importance === null) return null;
  return (
    <ImportanceMark importance={importance}>
      <VisuallyHidden elementType="span">{words[importance]}</VisuallyHidden>
    </ImportanceMark>
  );
}

type PathProps = { path: string };

const Before = ({ path }: PathProps) => (path ? <Trans>Before: {path}</Trans> : <Trans>Found before</Trans>);
const Now = ({ path }: PathProps) => (path ? <Trans>Now: {path}</Trans> : <Trans>Found now</Trans>);
const First = ({ path }: PathProps) => (path ? <Trans>First: {path}</Trans> : <Trans>Found in first</Trans>);
const Second = ({ path }: PathProps) => (path ? <Trans>Second: {path}</Trans> : <Trans>Found in second</Trans>);

/** As it was, and as it became; `null` for a check that wasn't there. */
type Pair = { key: string; before: string | null; after: string | null };

/** The problems of both, if they differ. */
function problemLines(i18n: I18n, guide: Guide, { before, after }: CheckChange, isValueBelow: boolean): Pair | null {
  const [was, is] = [before, after].map((check) => {
    const faults = check ? faultsOf(i18n, guide, check) : [];
    return listOf(
      i18n,
      faults.flatMap((fault) => {
        const isTold = isValueBelow && fault.isOfValue;
        return (isTold ? fault.label : (faultText(i18n, fault) ?? fault.label)) ?? [];
      }),
    );
  });
  if (was === is) return null;
  const line = (check: Check | null, problems = "") => check && (problems === "" ? t(i18n)`No problem` : problems);
  return { key: "problems", before: line(before, was), after: line(after, is) };
}

type Large = { key: string; path: string; before: JsonValue; after: JsonValue };

/** The parts of what was found that differ: those that fit a line, and the others. */
function useValues({ name, before, after, values }: CheckChange): { lines: Pair[]; large: Large[] } {
  const { i18n } = useLingui();
  const unit = useGuide().get(name)?.unit;
  const isWhole = !before || !after;
  const all = isWhole ? [{ path: "", before: before?.value ?? null, after: after?.value ?? null }] : values;
  const lines: Pair[] = [];
  const large: Large[] = [];
  for (const { path: place, before: old, after: now } of all) {
    const path = placeText(place);
    // A number inside of what was found may be of anything.
    const text = (value: JsonValue) =>
      typeof value === "number" && unit !== undefined && place === ""
        ? amountText(i18n, value, unit)
        : shortText(i18n, isNothing(value) ? null : value);
    const line = (side: "before" | "after", value: JsonValue, text: string) => {
      const words = placed(i18n, place, path, text);
      const isRepeated = isNothing(value) && lines.some((other) => other[side] === words);
      return isRepeated ? null : words;
    };
    const [was, is] = [text(old), text(now)];
    if (was === null || is === null) large.push({ key: place, path, before: old, after: now });
    else if (was !== is) lines.push({ key: place, before: line("before", old, was), after: line("after", now, is) });
  }
  return { lines, large };
}

function placed(i18n: I18n, place: string, path: string, text: string): string {
  if (place === "status") return t(i18n)`Status ${{ status: text }}`;
  return path ? t(i18n)`${{ key: path }}: ${text}` : text;
}

/** A place inside a value in words; the entries of a list differ in what they say. */
function placeText(place: string): string {
  const keys = place
    .replace(/\[\d+\]/g, "")
    .split(".")
    .filter(Boolean);
  const name = keys.join(" ");
  if (place.includes('"')) return place;
  return /^[\w ]+$/.test(name) ? readableName(name) : keys.map(readableKey).join(" ");
}

/** Both sides of each, below or beside each other. */
function Lines({ pairs }: { pairs: readonly Pair[] }) {
  const isOfTwo = useContext(TwoReports);
  if (pairs.length === 0) return null;
  const isUneven = pairs.some(({ before, after }) => before === null || after === null);
  return (
    <div className={styles.lines} data-uneven={isUneven || undefined}>
      {pairs.map(({ key, before, after }) => (
        <Fragment key={key}>
          {before !== null && (
            <p className={styles.was}>
              <Line label={isOfTwo ? <Trans>First:</Trans> : <Trans>Before:</Trans>} line={before} />
            </p>
          )}
          {after !== null && (
            <p className={styles.now}>
              <Line label={isOfTwo ? <Trans>Second:</Trans> : <Trans>Now:</Trans>} line={after} />
            </p>
          )}
        </Fragment>
      ))}
    </div>
  );
}

function Line({ label, line }: { label: ReactNode; line: string }) {
  return (
    <>
      <VisuallyHidden elementType="span">{label} </VisuallyHidden>
      <code>
        <FoundText text={line} />
      </code>
    </>
  );
}
