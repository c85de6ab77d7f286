import { Trans, useLingui } from "@lingui/react/macro";
import { Checkbox, PRIVACY_ICONS, RadioGroup } from "../../../components";
import type { Privacy } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { PasswordField } from "../../../shared/passwords/PasswordField";
import type { PrivacyChoice } from "../../../shared/passwords/use-password-keeping";

/** The choice to begin with. */
export function firstChoice(privacy: Privacy): PrivacyChoice {
  return { privacy, password: "", isKept: false };
}

/** What is sent for a choice: a password only where one belongs (`interface.md` §4.3, §4.4). */
export function sentPrivacy({ privacy, password }: PrivacyChoice) {
  return { privacy, ...(privacy === "password" && { password }) };
}

export type PrivacyFieldsProps = {
  value: PrivacyChoice;
  onChange: (value: PrivacyChoice) => void;
  /** What is wrong with a field, by its name in the interface. */
  errorOf: (field: string) => string | undefined;
  isDisabled: boolean;
};

/** The fields for who may see a report. */
export function PrivacyFields({ value, onChange, errorOf, isDisabled }: PrivacyFieldsProps) {
  const { t } = useLingui();
  // Passwords are kept where the connection's key is.
  const isInKeychain = useConnection().key === "keychain";
  return (
    <>
      <RadioGroup
        label={t`Who can see the report`}
        options={[
          { value: "private", label: t`Private`, description: t`Only this account`, icon: PRIVACY_ICONS.private },
          { value: "public", label: t`Public`, description: t`Everyone who has its link`, icon: PRIVACY_ICONS.public },
          {
            value: "password",
            label: t`Password`,
            description: t`Everyone who has its link and the password`,
            icon: PRIVACY_ICONS.password,
          },
        ]}
        value={value.privacy}
        onChange={(privacy) => onChange({ ...value, privacy })}
        errorMessage={errorOf("privacy")}
        isDisabled={isDisabled}
      />
      {value.privacy === "password" && (
        <>
          <PasswordField
            value={value.password}
            onChange={(password) => onChange({ ...value, password })}
            errorMessage={errorOf("password")}
            isDisabled={isDisabled}
          />
          <Checkbox
            isSelected={value.isKept}
            onChange={(isKept) => onChange({ ...value, isKept })}
            isDisabled={isDisabled}
          >
            {isInKeychain ? (
              <Trans>Keep it in the keychain of this computer</Trans>
            ) : (
              <Trans>Keep it until Assay is closed</Trans>
            )}
          </Checkbox>
        </>
      )}
    </>
  );
}
