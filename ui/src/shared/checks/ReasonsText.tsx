import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import type { ChangedChecks, ChangeReasons } from "../../host/contract";
import { listOf } from "../../i18n";
import { checkName, useGuide } from "./guide";
import styles from "./ReasonsText.module.css";

/** Named per kind of change; the others are counted. */
const MAX_NAMES = 3;

/** Why a report changed, in a line: “Broke Title, Canonical · Fixed Image alt”; nothing if no check differs. */
export function ReasonsText({ reasons: { broke, fixed, changed } }: { reasons: ChangeReasons }) {
  const { t } = useLingui();
  const parts = [
    { word: t`Broke`, checks: broke },
    { word: t`Fixed`, checks: fixed },
    { word: t({ message: "Changed", context: "checks" }), checks: changed },
  ].filter(({ checks }) => checks.count > 0);
  return parts.map(({ word, checks }, at) => (
    <Fragment key={word}>
      {at > 0 && " · "}
      <b className={styles.word}>{word}</b> <Names checks={checks} />
    </Fragment>
  ));
}

export function Names({ checks: { first, count } }: { checks: ChangedChecks }) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
  const names = first.slice(0, MAX_NAMES).map(({ name }) => checkName(guide, name));
  const others = i18n.number(count - names.length);
  return <bdi>{listOf(i18n, count > names.length ? [...names, t`+${others}`] : names)}</bdi>;
}

/** True if any check differs. */
export function hasReasons({ broke, fixed, changed }: ChangeReasons): boolean {
  return broke.count + fixed.count + changed.count > 0;
}
