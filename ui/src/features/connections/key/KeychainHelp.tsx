import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { Button } from "../../../components";
import type { Desktop, Problem } from "../../../host/contract";
import { useStart } from "../../../shared/data/start";
import { PROBLEMS, ProblemDetails } from "../../../shared/problems";
import { FormQuestion } from "../form/FormQuestion";
import styles from "./KeychainHelp.module.css";

type Advice = Record<Desktop, MessageDescriptor>;

const MISSING: Advice = {
  gnome: msg`Install and start GNOME Keyring (package gnome-keyring), then sign in again.`,
  kde: msg`Turn on the KDE wallet in System Settings, or install it (package kwalletmanager).`,
  other: msg`Install and start GNOME Keyring, or KeePassXC with Secret Service turned on.`,
  macos: msg`Open Keychain Access and check that there is a login keychain.`,
  windows: msg`Open Services and check that Credential Manager is running.`,
};

const LOCKED: Advice = {
  gnome: msg`Open Passwords and Keys, select the Login keyring and unlock it.`,
  kde: msg`Open KWalletManager and open the wallet.`,
  other: msg`Open your password store (such as Passwords and Keys or KeePassXC) and unlock it.`,
  macos: msg`Open Keychain Access, select the login keychain and unlock it.`,
  windows: msg`Lock the screen, sign in again, then try again.`,
};

const FAILED: Advice = {
  gnome: msg`Open Passwords and Keys and check that the Login keyring opens.`,
  kde: msg`Open KWalletManager and check that the wallet opens.`,
  other: msg`Open your password store and check that it works.`,
  macos: msg`Open Keychain Access and check that the login keychain opens.`,
  windows: msg`Open Credential Manager and check that it opens.`,
};

export type KeychainTroubleProps = {
  /** A keychain problem. */
  problem: Problem;
  isPending: boolean;
  onRetry: () => void;
  /** Continues with the key in memory. */
  onKeepInMemory: () => void;
};

export function KeychainHelp({ problem, isPending, onRetry, onKeepInMemory }: KeychainTroubleProps) {
  const { i18n } = useLingui();
  const { desktop } = useStart();
  const advice = problem.code === "keychain_missing" ? MISSING : problem.code === "keychain_locked" ? LOCKED : FAILED;
  return (
    <FormQuestion icon={TriangleAlert} title={i18n._(PROBLEMS[problem.code].title)} about={problem} code={problem.code}>
      <p>
        <Trans>The key wasn’t saved. Everything you typed is still here.</Trans>
      </p>
      <p>{i18n._(advice[desktop])}</p>
      <div className={styles.actions}>
        <Button onPress={onRetry} isPending={isPending}>
          <Trans>Try again</Trans>
        </Button>
        <Button onPress={onKeepInMemory} isDisabled={isPending}>
          <Trans>Keep key in memory until Assay closes</Trans>
        </Button>
      </div>
      <ProblemDetails problem={problem} />
    </FormQuestion>
  );
}
