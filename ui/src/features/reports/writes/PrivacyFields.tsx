import { Trans, useLingui } from "@lingui/react/macro";
import { Checkbox, RadioGroup } from "../../../components";
import type { Privacy } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { PasswordField } from "../../../shared/passwords/PasswordField";
import type { PrivacyChoice } from "../../../shared/passwords/use-password-keeping";
import { usePrivacyOptions } from "../../../shared/passwords/use-privacy-options";

export function firstChoice(privacy: Privacy): PrivacyChoice {
  return { privacy, password: "", isKept: false };
}

/** The request for a choice, with a password only where it applies (`interface.md` §4.3, §4.4). */
export function sentPrivacy({ privacy, password, isKept }: PrivacyChoice) {
  return { privacy, ...(privacy === "password" && { password, keep_password: isKept }) };
}

export type PrivacyFieldsProps = {
  value: PrivacyChoice;
  onChange: (value: PrivacyChoice) => void;
  /** Error texts by contract field name. */
  errorOf: (field: string) => string | undefined;
  isDisabled: boolean;
};

export function PrivacyFields(props: PrivacyFieldsProps) {
  const { value, onChange, errorOf, isDisabled } = props;
  const { t } = useLingui();
  return (
    <>
      <RadioGroup
        label={t`Who can see the report`}
        options={usePrivacyOptions()}
        value={value.privacy}
        onChange={(privacy) => onChange({ ...value, privacy })}
        errorMessage={errorOf("privacy")}
        isDisabled={isDisabled}
      />
      {value.privacy === "password" && <PasswordFields {...props} />}
    </>
  );
}

/** A password, and where it is kept. */
export function PasswordFields(props: PrivacyFieldsProps & { autoFocus?: boolean }) {
  const { value, onChange, errorOf, isDisabled, autoFocus = false } = props;
  // Passwords are stored like the connection's key.
  const isInKeychain = useConnection().key === "keychain";
  return (
    <>
      <PasswordField
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        errorMessage={errorOf("password")}
        isDisabled={isDisabled}
        autoFocus={autoFocus}
      />
      <Checkbox isSelected={value.isKept} onChange={(isKept) => onChange({ ...value, isKept })} isDisabled={isDisabled}>
        {isInKeychain ? <Trans>Save in this computer’s keychain</Trans> : <Trans>Keep until Assay closes</Trans>}
      </Checkbox>
    </>
  );
}
