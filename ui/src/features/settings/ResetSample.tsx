import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, toast } from "../../components";
import { useHost } from "../../host";
import { keys } from "../../shared/data/queries";
import { ConfirmDialog } from "../../shared/problems";
import { RowText } from "./RowText";
import setting from "./setting.module.css";

/** Resets the sample workspace after asking. */
export function ResetSample({ connection }: { connection: string }) {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={setting.spread}>
      <RowText label={<Trans>Sample data</Trans>}>
        <Trans>Restores the original sample data.</Trans>
      </RowText>
      <Button onPress={() => setAsking(true)}>
        <Trans>Reset sample workspace…</Trans>
      </Button>
      <ConfirmDialog
        title={t`Reset the sample workspace?`}
        confirmLabel={t`Reset`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await host.call("sample_reset", null);
          queries.removeQueries({ queryKey: keys.connection(connection) });
          toast({ tone: "success", title: t`Sample workspace reset` });
        }}
      >
        <Trans>
          Your changes to the sample data and its history are deleted. Your own connections aren’t affected.
        </Trans>
      </ConfirmDialog>
    </div>
  );
}
