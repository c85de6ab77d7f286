import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link, VisuallyHidden } from "react-aria-components";
import link from "../../../components/text/link.module.css";
import type { Check, CheckChange, JsonValue, ValueChange } from "../../../host/contract";
import { listOf } from "../../../i18n";
import { readableKey } from "../../../shared/checks/check-name";
import { faultsOf, faultText } from "../../../shared/checks/faults";
import { isNothing, shortText } from "../../../shared/checks/found-text";
import { checkName, useGuide } from "../../../shared/checks/guide";
import { amountText } from "../../../shared/checks/limits";
import { ImportanceBadge } from "../panel/CheckList";
import { LargeValue } from "../panel/FoundValue";
import { ChangeArrow } from "./ChangeArrow";
import styles from "./History.module.css";

/** A changed check: its name and importance, and what was found before and after. */
export function CheckChangeItem({ change, onOpen }: { change: CheckChange; onOpen: (check: string) => void }) {
  const { name, kind, before, after, values } = change;
  const guide = useGuide();
  const unit = guide.get(name)?.unit;
  return (
    <div className={styles.change} data-kind={kind}>
      <div className={styles.words}>
        {after ? (
          <Link className={link.link} onPress={() => onOpen(name)}>
            {checkName(guide, name)}
          </Link>
        ) : (
          <span>{checkName(guide, name)}</span>
        )}
        {before && after && before.importance !== after.importance ? (
          <span>
            <ImportanceBadge importance={before.importance} />
            <ChangeArrow />
            <ImportanceBadge importance={after.importance} />
          </span>
        ) : (
          <ImportanceBadge importance={(after ?? before)?.importance ?? null} />
        )}
      </div>
      <div className={styles.differences}>
        <Errors before={before} after={after} isValueBelow={values.length > 0 || !before || !after} />
        {before && after ? (
          values.map((value) => <Value key={value.path} unit={unit} change={value} />)
        ) : (
          <Value unit={unit} change={{ path: "", before: before?.value ?? null, after: after?.value ?? null }} />
        )}
      </div>
    </div>
  );
}

type ErrorsProps = Pick<CheckChange, "before" | "after"> & { isValueBelow: boolean };

/** The problems of both, if they differ. */
function Errors({ before, after, isValueBelow }: ErrorsProps) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
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
  const text = (check: Check | null, errors = "") => check && (errors === "" ? t`No problem` : errors);
  return <TwoLines before={text(before, was)} after={text(after, is)} />;
}

/** A part of what was found. */
function Value({ change: { path: place, before, after }, unit }: { change: ValueChange; unit: string | undefined }) {
  const { t, i18n } = useLingui();
  const path = placeText(place);
  // A number inside of what was found may be of anything.
  const text = (value: JsonValue) =>
    typeof value === "number" && unit !== undefined && place === ""
      ? amountText(i18n, value, unit)
      : shortText(i18n, isNothing(value) ? null : value);
  const [was, is] = [text(before), text(after)];
  if (was === is && was !== null) return null;
  if (was === null || is === null) {
    return (
      <>
        <LargeValue value={before} label={path ? <Trans>Before: {path}</Trans> : <Trans>Found before</Trans>} />
        <LargeValue value={after} label={path ? <Trans>Now: {path}</Trans> : <Trans>Found now</Trans>} />
      </>
    );
  }
  const line = (text: string) => (path ? t`${{ key: path }}: ${text}` : text);
  return <TwoLines before={line(was)} after={line(is)} />;
}

/** A place inside a value in words; the entries of a list differ in what they say. */
function placeText(place: string): string {
  const keys = place
    .replace(/\[\d+\]/g, "")
    .split(".")
    .filter(Boolean);
  return place.includes('"') ? place : keys.map(readableKey).join(" ");
}

type TwoLinesProps = { before: string | null; after: string | null };

/** As it was, and below or beside it as it became; `null` for a check that wasn't there. */
function TwoLines({ before, after }: TwoLinesProps) {
  return (
    <div className={styles.twoLines}>
      {before !== null && (
        <Line className={styles.was} label={<Trans>Before:</Trans>}>
          <bdi>{before}</bdi>
        </Line>
      )}
      {after !== null && (
        <Line className={styles.now} label={<Trans>Now:</Trans>}>
          <bdi>{after}</bdi>
        </Line>
      )}
    </div>
  );
}

function Line({
  label,
  className,
  children,
}: {
  label: ReactNode;
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <p className={className}>
      <VisuallyHidden elementType="span">{label} </VisuallyHidden>
      {children}
    </p>
  );
}
