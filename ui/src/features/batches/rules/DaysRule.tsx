import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { NumberField } from "../../../components";
import { isWithin } from "../../../shared/planning/rules/password-choice";
import styles from "../../../shared/planning/rules/Rules.module.css";
import { reasonText } from "../../../shared/problems/field-reasons";
import { DAYS } from "./values";

type DaysRuleProps = { days: number; onChange: (days: number) => void; isDisabled: boolean };

/** The minimum age of checks to be run again, in days. */
export function DaysRule({ days, onChange, isDisabled }: DaysRuleProps): ReactNode {
  const { i18n } = useLingui();
  return (
    <div className={styles.short}>
      <NumberField
        label={<Trans>Days since the last check</Trans>}
        value={days}
        onChange={onChange}
        isDisabled={isDisabled}
        {...(!isWithin(days, DAYS) && {
          errorMessage: reasonText({ kind: "out_of_range", ...DAYS }, i18n),
        })}
      />
    </div>
  );
}
