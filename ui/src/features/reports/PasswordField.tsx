import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Copy, Dices } from "lucide-react";
import { useState } from "react";
import { Button, copyText, TextField } from "../../components";
import styles from "./PasswordField.module.css";
import { generatePassword, type Impression, impressionOf } from "./password";

export type PasswordFieldProps = {
  value: string;
  onChange: (password: string) => void;
  errorMessage: string | undefined;
  isDisabled: boolean;
};

/** A field for a report's password, which the service will never tell again: it can be made up, looked at and copied. */
export function PasswordField({ value, onChange, errorMessage, isDisabled }: PasswordFieldProps) {
  const { t } = useLingui();
  const [made, setMade] = useState<string | null>(null);
  const [copied, setCopied] = useState<{ password: string; isDone: boolean } | null>(null);
  const copy = copied?.password === value && value !== "" ? copied : null;

  function generate() {
    const password = generatePassword();
    setMade(password);
    onChange(password);
  }

  async function put() {
    const isDone = await copyText(value);
    setCopied({ password: value, isDone });
  }

  return (
    <div className={styles.password}>
      <TextField
        label={t`Password`}
        description={<Strength password={value} isMade={value !== "" && value === made} />}
        value={value}
        onChange={onChange}
        errorMessage={errorMessage}
        isRevealable
        isDisabled={isDisabled}
        autoComplete="off"
        spellCheck="false"
      />
      <div className={styles.buttons}>
        <Button icon={Dices} onPress={generate} isDisabled={isDisabled}>
          <Trans>Generate</Trans>
        </Button>
        <Button icon={Copy} onPress={() => void put()} isDisabled={isDisabled || value === ""}>
          <Trans>Copy password</Trans>
        </Button>
      </div>
      <p className={styles.copied} role="status">
        {copy?.isDone && <Trans>Copied. Keep it somewhere: it cannot be read back later.</Trans>}
        {copy?.isDone === false && <Trans>It could not be copied. Show it and write it down.</Trans>}
      </p>
    </div>
  );
}

const STEPS: Record<Impression, number> = { short: 1, monotonous: 1, fair: 2, long: 3 };

/** What length and variety tell of a password; more only of one that was made here. */
function Strength({ password, isMade }: { password: string; isMade: boolean }) {
  if (password === "") {
    return <Trans>Up to 128 characters. The service never shows it again, so keep it somewhere.</Trans>;
  }
  const length = [...password].length;
  const count = <Plural value={length} one="# character" other="# characters" />;
  const impression = impressionOf(password);
  const words = isMade ? (
    <Trans>{count}, made at random: nobody guesses it</Trans>
  ) : (
    {
      short: <Trans>{count}: short, so that it can be found by trying</Trans>,
      monotonous: <Trans>{count}, but few different ones</Trans>,
      fair: <Trans>{count}: fair, if it is no common word or name</Trans>,
      long: <Trans>{count}: long, and good if it is no known phrase</Trans>,
    }[impression]
  );
  return (
    <span className={styles.strength}>
      <span className={styles.meter} data-steps={isMade ? 3 : STEPS[impression]} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span>{words}</span>
    </span>
  );
}
