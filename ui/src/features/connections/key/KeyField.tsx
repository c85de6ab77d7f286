import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowUpRight, KeyRound } from "lucide-react";
import { useId } from "react";
import { Group, Link } from "react-aria-components";
import { Button, TextField, useOpenAddress } from "../../../components";
import type { KeyState } from "../../../host/contract";
import styles from "./KeyField.module.css";

export type KeyFieldProps = {
  /** `missing` for a new connection. */
  saved: KeyState;
  /** A key is being entered, replacing a saved one. */
  isEntering: boolean;
  onEnter: (isEntering: boolean) => void;
  /** The service's home page, once the URL is complete. */
  home: { host: string; url: string } | null;
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
  autoFocus?: boolean;
};

/** Write-only: never shows a saved key. */
export function KeyField({ saved, isEntering, onEnter, home, ...field }: KeyFieldProps) {
  const { t } = useLingui();
  const openAddress = useOpenAddress();
  const host = home?.host;
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
    <div className={styles.entering}>
      <TextField
        {...field}
        label={<Trans>API key</Trans>}
        placeholder={t`Paste your key`}
        description={saved === "keychain" && <Trans>Replaces the saved key.</Trans>}
        before={<KeyRound size={16} strokeWidth={1.9} aria-hidden className={styles.icon} />}
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
      {home && (
        <Link className={styles.find} onPress={() => openAddress(home.url)}>
          <span className={styles.findText}>
            <Trans>Find your key on {host}</Trans>
          </span>
          <ArrowUpRight size={14} strokeWidth={2.1} aria-hidden />
        </Link>
      )}
    </div>
  );
}
