import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import { useId } from "react";
import { Group } from "react-aria-components";
import { Button, TextField } from "../../../components";
import type { KeyState } from "../../../host/contract";
import styles from "./KeyField.module.css";

export type KeyFieldProps = {
  /** `missing` for a new connection. */
  saved: KeyState;
  /** A key is being entered, replacing a saved one. */
  isEntering: boolean;
  onEnter: (isEntering: boolean) => void;
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
  autoFocus?: boolean;
};

/** Write-only: never shows a saved key. */
export function KeyField({ saved, isEntering, onEnter, ...field }: KeyFieldProps) {
  const { t } = useLingui();
  const labelId = useId();
  if (saved !== "missing" && !isEntering) {
    return (
      <Group className={styles.saved} aria-labelledby={labelId}>
        <span id={labelId} className={styles.label}>
          <Trans>API key</Trans>
        </span>
        <div className={styles.state}>
          <KeyRound size={15} strokeWidth={1.75} aria-hidden />
          <span className={styles.where}>
            {saved === "keychain" ? (
              <Trans>Saved in the keychain</Trans>
            ) : (
              <Trans>Kept in memory until Assay closes</Trans>
            )}
          </span>
          <Button onPress={() => onEnter(true)} aria-label={t`Replace key`}>
            <Trans>Replace</Trans>
          </Button>
        </div>
      </Group>
    );
  }
  return (
    <TextField
      {...field}
      label={<Trans>API key</Trans>}
      description={
        saved === "keychain" ? (
          <Trans>Replaces the saved key.</Trans>
        ) : (
          <Trans>Find it in your account on the service. Assay stores it in this computer’s keychain.</Trans>
        )
      }
      isRevealable
      autoComplete="off"
      spellCheck="false"
      after={
        saved !== "missing" && (
          <Button
            variant="quiet"
            onPress={() => {
              field.onChange("");
              onEnter(false);
            }}
          >
            <Trans>Keep current key</Trans>
          </Button>
        )
      }
    />
  );
}
