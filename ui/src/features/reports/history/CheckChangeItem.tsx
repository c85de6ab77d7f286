import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleMinus, CirclePlus, CircleX, type LucideIcon, PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import type { Check, CheckChange, CheckChangeKind, JsonValue, ValueChange } from "../../../host/contract";
import { isNothing, shortText } from "../../../shared/checks/found-text";
import { checkName, useGuide } from "../../../shared/checks/guide";
import { ImportanceBadge } from "../panel/CheckList";
import { FoundErrors, FoundValue, LargeValue } from "../panel/FoundValue";
import { ChangeArrow } from "./ChangeArrow";
import styles from "./History.module.css";

const ICONS: Record<CheckChangeKind, LucideIcon> = {
  broken: CircleX,
  mended: CircleCheck,
  changed: PencilLine,
  added: CirclePlus,
  removed: CircleMinus,
};

/** A changed check: kind of change, importance, and findings before and after. */
export function CheckChangeItem({ change }: { change: CheckChange }) {
  const { name, kind, before, after, values } = change;
  const guide = useGuide();
  const Icon = ICONS[kind];
  return (
    <div className={styles.change} data-kind={kind}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <div className={styles.words}>
        <span>{checkName(guide, name)}</span>
        <div className={styles.particulars}>
          {before && after ? <Both before={before} after={after} values={values} /> : <One check={after ?? before} />}
        </div>
      </div>
      <ImportanceBadge importance={(after ?? before)?.importance ?? null} />
    </div>
  );
}

function Both({ before, after, values }: { before: Check; after: Check; values: readonly ValueChange[] }) {
  const hasOtherErrors = JSON.stringify(before.errors) !== JSON.stringify(after.errors);
  return (
    <>
      {hasOtherErrors && !isEmpty(before.errors) && (
        <Labeled label={<Trans>Before:</Trans>}>
          <FoundErrors check={before} />
        </Labeled>
      )}
      {hasOtherErrors && !isEmpty(after.errors) && (
        <Labeled label={<Trans>Now:</Trans>}>
          <FoundErrors check={after} />
        </Labeled>
      )}
      {values.map((value) => (
        <ValueItem key={value.path} change={value} />
      ))}
      {before.importance !== after.importance && (
        <p>
          <ImportanceBadge importance={before.importance} />
          <ChangeArrow />
          <ImportanceBadge importance={after.importance} />
        </p>
      )}
    </>
  );
}

function One({ check }: { check: Check | null }) {
  if (!check) return null;
  return isEmpty(check.errors) ? <FoundValue value={check.value} /> : <FoundErrors check={check} />;
}

function Labeled({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span>{label}</span>
      <div>{children}</div>
    </div>
  );
}

/** A changed part of the findings. */
function ValueItem({ change: { path, before, after } }: { change: ValueChange }) {
  const { i18n } = useLingui();
  const [was, is] = [textOf(i18n, before), textOf(i18n, after)];
  if (was === null || is === null) {
    return (
      <>
        <LargeValue value={before} label={path ? <Trans>Before: {path}</Trans> : <Trans>Found before</Trans>} />
        <LargeValue value={after} label={path ? <Trans>Now: {path}</Trans> : <Trans>Found now</Trans>} />
      </>
    );
  }
  return (
    <p>
      {path !== "" && <code className={styles.path}>{path}</code>}
      <bdi>{was}</bdi>
      <ChangeArrow />
      <bdi>{is}</bdi>
    </p>
  );
}

function textOf(i18n: Parameters<typeof shortText>[0], value: JsonValue | null): string | null {
  return shortText(i18n, isNothing(value) ? null : value);
}

function isEmpty(errors: JsonValue | null): boolean {
  return errors === null || isNothing(errors);
}
