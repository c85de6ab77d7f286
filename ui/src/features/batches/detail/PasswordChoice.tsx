import { Plural, Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Banner, Button } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { Batch, RowAction } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { ProblemInline } from "../../../shared/problems";
import status from "./status.module.css";

/** Keep existing passwords or set new ones; hidden if no report has one. */
export function PasswordChoice({ batch }: { batch: Batch }): ReactNode {
  const host = useHost();
  const queries = useQueryClient();
  const { keep_password, replace_password } = batch.privacies;
  const choose = useMutation({
    mutationFn: async (to: RowAction) => {
      await host.call("batch_set_actions", { batch: batch.number, rows: null, filter: { is_protected: true }, to });
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.batches.one(batch.number) }),
        queries.invalidateQueries({ queryKey: keys.batches.allRows(batch.number) }),
      ]);
    },
  });
  if (keep_password + replace_password === 0) return null;
  return (
    <>
      {keep_password > 0 && (
        <div className={status.warning}>
          <Banner
            tone="info"
            action={
              <Button isPending={choose.isPending} onPress={() => choose.mutate("privacy")}>
                <Plural value={keep_password} one="Set a new password" other="Set new passwords" />
              </Button>
            }
          >
            <Plural
              value={keep_password}
              one="# report already has a password and keeps it."
              other="# reports already have a password and keep it."
            />
          </Banner>
        </div>
      )}
      {replace_password > 0 && (
        <div className={status.warning}>
          <Banner
            tone="warning"
            action={
              <Button isPending={choose.isPending} onPress={() => choose.mutate("skip")}>
                <Trans>Keep current passwords</Trans>
              </Button>
            }
          >
            <Plural
              value={replace_password}
              one="# report gets a new password. Its current password stops working and can’t be brought back."
              other="# reports get a new password. Their current passwords stop working and can’t be brought back."
            />
          </Banner>
        </div>
      )}
      {choose.error && <ProblemInline problem={problemOf(choose.error)} />}
    </>
  );
}
