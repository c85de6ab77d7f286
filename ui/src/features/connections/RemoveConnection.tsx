import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { Button } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Connection, Problem } from "../../host/contract";
import { usePreferences } from "../../shared/data/preferences";
import { forgetConnection, keys } from "../../shared/data/queries";
import { connectionOfPath } from "../../shared/navigation/routes";
import { ConfirmDialog, ProblemInline } from "../../shared/problems";
import { useAllDeletions } from "../../shared/unsaved/deletions";
import { useForgetDrafts } from "../../shared/unsaved/drafts";
import { isKeychainProblem } from "./form/use-connection-save";
import styles from "./RemoveConnection.module.css";

export type RemoveConnectionProps = {
  connection: Connection;
  isOpen: boolean;
  onClose: () => void;
  /** Called with the remaining connections. */
  onRemoved: (rest: Connection[]) => void;
};

export function RemoveConnection({ connection, isOpen, onClose, onRemoved }: RemoveConnectionProps) {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const forgetDrafts = useForgetDrafts();
  const deletions = useAllDeletions();
  const [{ views }, save] = usePreferences();
  const { id, name } = connection;
  const pending = useSyncExternalStore(deletions.subscribe, deletions.list);
  const isDeleting = pending.some((one) => one.connection === id);

  async function remove(leave_key: boolean) {
    await host.call("connection_remove", { id, leave_key });
    deletions.cancelAll(id);
    forgetDrafts(id);
    const rest = await host.call("connections_list", null);
    queries.setQueryData(keys.connections(), rest);
    forgetConnection(queries, id);
    void queries.invalidateQueries({ queryKey: keys.batches.all() });
    // Views of the sample workspace return with it.
    if (!connection.sample) save({ views: views.filter(({ place }) => connectionOfPath(place) !== id) });
    onRemoved(rest);
  }

  return (
    <ConfirmDialog
      title={connection.sample ? t`Close the sample workspace?` : t`Remove ${name}?`}
      confirmLabel={connection.sample ? t`Close workspace` : t`Remove`}
      variant={connection.sample ? "primary" : "danger"}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => remove(false)}
      renderProblem={(problem) =>
        isKeychainProblem(problem) ? (
          <LeaveKey
            problem={problem}
            onLeave={async () => {
              await remove(true);
              onClose();
            }}
          />
        ) : (
          <ProblemInline problem={problem} />
        )
      }
    >
      <p>
        {connection.sample ? (
          <Trans>The sample reports stay as they are if you open it again. Their saved history is deleted.</Trans>
        ) : (
          <Trans>
            This removes the connection and deletes its API key and saved history from this computer. Nothing changes on
            the service.
          </Trans>
        )}
      </p>
      {isDeleting && (
        <p>
          <Trans>Pending deletions for this connection are canceled.</Trans>
        </p>
      )}
    </ConfirmDialog>
  );
}

function LeaveKey({ problem, onLeave }: { problem: Problem; onLeave: () => Promise<void> }) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  return (
    <>
      <ProblemInline problem={failure ?? problem} />
      <div className={styles.leave}>
        <p>
          <Trans>The key can’t be deleted without the keychain. It would stay there, unused.</Trans>
        </p>
        <Button
          isPending={isPending}
          onPress={() => {
            setPending(true);
            onLeave().catch((thrown) => {
              setFailure(problemOf(thrown));
              setPending(false);
            });
          }}
        >
          <Trans>Remove anyway, keep the key</Trans>
        </Button>
      </div>
    </>
  );
}
