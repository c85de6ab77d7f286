import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useHost } from "../../host";
import type { Batch } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import { ConfirmDialog } from "../../shared/problems";
import { useBatchLabels } from "./labels";

export type RemoveBatchProps = {
  batch: Batch | null;
  /** It was removed, so its screen must be left. */
  onRemoved?: () => void;
  onClose: () => void;
};

/** Confirms removing a batch; `null` shows nothing. */
export function RemoveBatch({ batch, onRemoved, onClose }: RemoveBatchProps): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const words = useBatchLabels();
  // Keeps the content during the exit animation.
  const [asked, setAsked] = useState(batch);
  if (batch !== null && batch !== asked) setAsked(batch);
  if (asked === null) return null;
  const wasStarted = asked.started_at !== null;
  return (
    <ConfirmDialog
      title={wasStarted ? t`Remove this batch?` : t`Remove this plan?`}
      confirmLabel={t`Remove`}
      isOpen={batch !== null}
      onClose={onClose}
      onConfirm={async () => {
        await host.call("batch_remove", { batch: asked.number });
        onRemoved?.();
        queries.removeQueries({ queryKey: keys.batches.one(asked.number) });
        await queries.invalidateQueries({ queryKey: keys.batches.all() });
      }}
    >
      <p>
        <b>{words.title(asked)}</b>
      </p>
      <p>
        {wasStarted ? (
          <Trans>
            Changes already made on the service remain. The results are deleted from this computer, and unsent rows
            won’t be sent.
          </Trans>
        ) : (
          <Trans>Nothing was sent.</Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}
