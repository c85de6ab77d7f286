import { Trans, useLingui } from "@lingui/react/macro";
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
  const told = fault && (isTried || fault.kind !== "required") ? reasonText(fault, i18n._.bind(i18n)) : undefined;
  return (
    <div className={styles.part}>
      <RadioGroup
        label={<Trans>Passwords</Trans>}
        description={hasOwn && t`Passwords of the list come first; these are for the other pages.`}
        options={[
          ...(hasPresent ? [{ value: "kept" as const, label: t`As planned` }] : []),
          { value: "generate", label: t`A new one for each report` },
          { value: "one", label: t`The same one for all` },
        ]}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        isDisabled={isDisabled}
      />
      {value.kind === "generate" && (
        <div className={styles.short}>
          <NumberField
            label={<Trans>Length</Trans>}
            unit={t`characters`}
            value={value.length}
            onChange={(length) => onChange({ ...value, length })}
            isDisabled={isDisabled}
            {...(!isLengthRight && {
              errorMessage: reasonText({ kind: "out_of_range", ...LENGTHS }, i18n._.bind(i18n)),
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
          <Trans>Keep the passwords in the keychain of this computer</Trans>
        </Checkbox>
        <p className={styles.hint}>
          {value.isKept ? (
            <Trans>Each can be shown or copied from its report. The service never tells them again.</Trans>
          ) : (
            <Trans>Once the batch has ended nobody can tell them any more, not even the service.</Trans>
          )}
        </p>
      </div>
    </div>
  );
}
