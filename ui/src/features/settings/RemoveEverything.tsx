import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button, Checkbox } from "../../components";
import { useHost } from "../../host";
import { ConfirmDialog, ProblemInline } from "../../shared/problems";
import styles from "./RemoveEverything.module.css";
import { RowText } from "./RowText";
import setting from "./setting.module.css";

/** Deletes all local data after the app's name was typed; then Assay closes. */
export function RemoveEverything(): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const [isAsking, setAsking] = useState(false);
  const [leavesKeys, setLeavesKeys] = useState(false);
  return (
    <div className={setting.spread}>
      <RowText label={<Trans>All data</Trans>}>
        <Trans>Deletes everything that Assay saved on this computer, then closes Assay.</Trans>
      </RowText>
      <Button
        variant="danger"
        onPress={() => {
          setLeavesKeys(false);
          setAsking(true);
        }}
      >
        <Trans>Delete all Assay data…</Trans>
      </Button>
      <ConfirmDialog
        title={t`Delete all Assay data?`}
        confirmLabel={t`Delete and close`}
        typeToConfirm="Assay"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => host.call("data_remove", { leave_keys: leavesKeys })}
        renderProblem={(problem) => (
          <>
            <ProblemInline problem={problem} />
            {(leavesKeys || problem.code.startsWith("keychain_")) && (
              <Checkbox isSelected={leavesKeys} onChange={setLeavesKeys}>
                <Trans>Delete everything except keychain entries</Trans>
              </Checkbox>
            )}
          </>
        )}
      >
        <p>
          <Trans>This permanently deletes the following, then closes Assay:</Trans>
        </p>
        <ul className={styles.list}>
          <li>
            <Trans>your library and history, including copies of removed reports</Trans>
          </li>
          <li>
            <Trans>batches and their results (unfinished ones won’t continue)</Trans>
          </li>
          <li>
            <Trans>connections, settings, saved views, and drafts</Trans>
          </li>
          {!leavesKeys && (
            <li>
              <Trans>API keys and report passwords in the keychain</Trans>
            </li>
          )}
          <li>
            <Trans>logs</Trans>
          </li>
        </ul>
        <p>
          <Trans>Your reports on the service, exported files, and backups aren’t affected.</Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}
