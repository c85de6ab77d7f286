import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Copy, Dices } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, copyText, TextField } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Problem } from "../../host/contract";
import { PROBLEMS } from "../problems";
import styles from "./PasswordField.module.css";
import { type PasswordStrength, passwordStrength } from "./password-strength";

/** Length of a generated password: about 93 bits. */
const LENGTH = 16;

export type PasswordFieldProps = {
  value: string;
  onChange: (password: string) => void;
  errorMessage: string | undefined;
  isDisabled: boolean;
  autoFocus?: boolean;
};

/** A field for a report's password, which the service never shows again. */
export function PasswordField({ value, onChange, errorMessage, isDisabled, autoFocus = false }: PasswordFieldProps) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const [made, setMade] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [copied, setCopied] = useState<{ password: string; isDone: boolean } | null>(null);
  const copy = copied?.password === value && value !== "" ? copied : null;
  // A password that comes late must not undo other choices made meanwhile.
  const take = useRef<typeof onChange | null>(null);
  useEffect(() => {
    take.current = onChange;
    return () => {
      take.current = null;
    };
  }, [onChange]);

  async function generate() {
    try {
      const { password } = await host.call("password_make", { length: LENGTH });
      setMade(password);
      setProblem(null);
      take.current?.(password);
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
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
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck="false"
      />
      <div className={styles.buttons}>
        <Button icon={Dices} onPress={() => void generate()} isDisabled={isDisabled}>
          <Trans>Generate</Trans>
        </Button>
        <Button icon={Copy} onPress={() => void put()} isDisabled={isDisabled || value === ""}>
          <Trans>Copy password</Trans>
        </Button>
      </div>
      <p className={styles.copied} role="status">
        {problem && i18n._(PROBLEMS[problem.code].title)}
        {copy?.isDone && <Trans>Copied. Save it now; the service won’t show it again.</Trans>}
        {copy?.isDone === false && <Trans>Couldn’t copy. Show the password and copy it by hand.</Trans>}
      </p>
    </div>
  );
}

const STEPS: Record<PasswordStrength, number> = { short: 1, monotonous: 1, fair: 2, long: 3 };

/** Only a generated password's real strength is known. */
function Strength({ password, isMade }: { password: string; isMade: boolean }) {
  if (password === "") {
    return <Trans>Up to 128 characters. Save it now; the service won’t show it again.</Trans>;
  }
  const length = [...password].length;
  const count = <Plural value={length} one="# character" other="# characters" />;
  const strength = passwordStrength(password);
  const words = isMade ? (
    <Trans>{count} · Very strong (random)</Trans>
  ) : (
    {
      short: <Trans>{count} · Weak: too short</Trans>,
      monotonous: <Trans>{count} · Weak: too few different characters</Trans>,
      fair: <Trans>{count} · Fair, unless it’s a common word or name</Trans>,
      long: <Trans>{count} · Strong, unless it’s a common phrase</Trans>,
    }[strength]
  );
  return (
    <span className={styles.strength}>
      <span className={styles.meter} data-steps={isMade ? 3 : STEPS[strength]} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span>{words}</span>
    </span>
  );
}
