import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { Link } from "react-aria-components";
import link from "../../components/text/link.module.css";
import type { ChangedChecks, ChangeReasons } from "../../host/contract";
import { listOf } from "../../i18n";
import { checkName, useGuide } from "./guide";
import styles from "./ReasonsText.module.css";

/** Named per kind of change; the others are counted. */
const MAX_NAMES = 3;

type PlaceOf = {
  /** Where a check is shown; without it, names are no links. */
  placeOf?: (check: string) => string;
};

type ReasonsTextProps = PlaceOf & {
  reasons: ChangeReasons;
  /** Each kind of change has a line, whose names are cut off before the count of others. */
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
        <b className={styles.word}>{word}</b> <Names checks={checks} {...props} />
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

export function Names({ checks: { first, count }, placeOf }: PlaceOf & { checks: ChangedChecks }) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
  const named = first.slice(0, MAX_NAMES);
  const others = i18n.number(count - named.length);
  const mark = listOf(i18n, ["", ""]);
  return (
    <span className={styles.names}>
      <span className={styles.cut}>
        {named.map(({ name }, at) => (
          <Fragment key={name}>
            {at > 0 && mark}
            {placeOf ? (
              <Link href={placeOf(name)} className={link.link}>
                {checkName(guide, name)}
              </Link>
            ) : (
              checkName(guide, name)
            )}
          </Fragment>
        ))}
      </span>
      {count > named.length && `${mark}${t`+${others}`}`}
    </span>
  );
}

/** True if any check differs. */
export function hasReasons({ broke, fixed, changed }: ChangeReasons): boolean {
  return broke.count + fixed.count + changed.count > 0;
}
