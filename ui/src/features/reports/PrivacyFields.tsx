import { Trans, useLingui } from "@lingui/react/macro";
import { Button, PRIVACY_ICONS, RadioGroup, TextField } from "../../components";
import type { Privacy } from "../../host/contract";
import styles from "./PrivacyFields.module.css";
import { generatePassword } from "./password";

/** Who may see a report, as it is being chosen. */
export type PrivacyChoice = { privacy: Privacy; password: string };

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
        <div className={styles.password}>
          <TextField
            label={t`Password`}
            description={t`Up to 128 characters. The service never shows it again, so keep it somewhere.`}
            value={value.password}
            onChange={(password) => onChange({ ...value, password })}
            errorMessage={errorOf("password")}
            isRevealable
            isDisabled={isDisabled}
            autoComplete="off"
            spellCheck="false"
          />
          <Button onPress={() => onChange({ ...value, password: generatePassword() })} isDisabled={isDisabled}>
            <Trans>Generate</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
