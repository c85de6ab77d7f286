import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button, Checkbox } from "../../components";
import { useHost } from "../../host";
import { ConfirmDialog, ProblemInline } from "../../shared/problems";
import styles from "./SettingsScreen.module.css";

/** Deletes all local data after the app's name was typed; then Assay closes. */
export function RemoveEverything(): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const [isAsking, setAsking] = useState(false);
  const [leavesKeys, setLeavesKeys] = useState(false);
  return (
    <div className={styles.act}>
      <Button
        onPress={() => {
          setLeavesKeys(false);
          setAsking(true);
        }}
      >
        <Trans>Remove all data of Assay…</Trans>
      </Button>
      <ConfirmDialog
        title={t`Remove all that Assay keeps on this computer?`}
        confirmLabel={t`Remove and close`}
        typeToConfirm="Assay"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => host.call("data_remove", { leave_keys: leavesKeys })}
        renderProblem={(problem) => (
          <>
            <ProblemInline problem={problem} />
            {(leavesKeys || problem.code.startsWith("keychain_")) && (
              <Checkbox isSelected={leavesKeys} onChange={setLeavesKeys}>
                <Trans>Leave keys and passwords in the keychain, and remove the rest</Trans>
              </Checkbox>
            )}
          </>
        )}
      >
        <p>
          <Trans>These go for good, and Assay closes:</Trans>
        </p>
        <ul className={styles.list}>
          <li>
            <Trans>the library with its history, and reports that are gone from the service</Trans>
          </li>
          <li>
            <Trans>batches with their outcomes; what they have not done yet is not done</Trans>
          </li>
          <li>
            <Trans>connections, settings, saved views and drafts</Trans>
          </li>
          {!leavesKeys && (
            <li>
              <Trans>API keys and passwords of reports in the keychain</Trans>
            </li>
          )}
          <li>
            <Trans>the log</Trans>
          </li>
        </ul>
        <p className={styles.paragraph}>
          <Trans>
            The service is not touched, and neither are files that you exported, nor backups of the library.
          </Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}
