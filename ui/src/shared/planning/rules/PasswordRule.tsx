import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Checkbox, NumberField, RadioGroup } from "../../../components";
import { PasswordField } from "../../passwords/PasswordField";
import { reasonText } from "../../problems/field-reasons";
import { isWithin, LENGTHS, type PasswordChoice, passwordFault } from "./password-choice";
import styles from "./Rules.module.css";

export type PasswordRuleProps = {
  value: PasswordChoice;
  onChange: (value: PasswordChoice) => void;
  /** The plan already has passwords, which can stay. */
  hasPresent?: boolean;
  /** The source has its own passwords, which take precedence. */
  hasOwn?: boolean;
  isTried?: boolean;
  /** Another problem with the password that was typed. */
  errorMessage?: string | undefined;
  isDisabled?: boolean;
};

export function PasswordRule(props: PasswordRuleProps): ReactNode {
  const { value, onChange, hasPresent = false, hasOwn = false, isTried = false, isDisabled = false } = props;
  const { t, i18n } = useLingui();
  const isLengthRight = isWithin(value.length, LENGTHS);
  const fault = passwordFault(value);
  const told = fault && (isTried || fault.kind !== "required") ? reasonText(fault, i18n) : undefined;
  return (
    <div className={styles.part}>
      <RadioGroup
        label={<Trans>Passwords</Trans>}
        description={hasOwn && t`Passwords set in your list take precedence.`}
        options={[
          ...(hasPresent ? [{ value: "kept" as const, label: t`Keep as planned` }] : []),
          { value: "generate", label: t`A different password for each report` },
          { value: "one", label: t`One password for all reports` },
        ]}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        isDisabled={isDisabled}
      />
      {value.kind === "generate" && (
        <div className={styles.number}>
          <NumberField
            label={<Trans>Length</Trans>}
            unit={<Plural value={value.length} one="character" other="characters" />}
            value={value.length}
            onChange={(length) => onChange({ ...value, length })}
            isDisabled={isDisabled}
            {...(!isLengthRight && {
              errorMessage: reasonText({ kind: "out_of_range", ...LENGTHS }, i18n),
            })}
          />
        </div>
      )}
      {value.kind === "one" && (
        <PasswordField
          value={value.password}
          onChange={(password) => onChange({ ...value, password })}
          errorMessage={told ?? props.errorMessage}
          isDisabled={isDisabled}
        />
      )}
      <div>
        <Checkbox
          isSelected={value.isKept}
          onChange={(isKept) => onChange({ ...value, isKept })}
          isDisabled={isDisabled}
        >
          <Trans>Save passwords in this computer’s keychain</Trans>
        </Checkbox>
        <p className={styles.hint}>
          {value.isKept ? (
            <Trans>View or copy each one from its report.</Trans>
          ) : (
            <Trans>After the batch ends, these passwords can’t be recovered.</Trans>
          )}
        </p>
      </div>
    </div>
  );
}
