import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button, Dialog, DialogFooter, Form, NumberField } from "../../../components";
import { problemOf, useHost } from "../../../host";
import { usePreferences } from "../../../shared/data/preferences";
import { keys } from "../../../shared/data/queries";
import { MOST_QUOTA, withQuota } from "../../../shared/data/quotas";
import { ProblemInline } from "../../../shared/problems";
import { reasonText } from "../../../shared/problems/field-reasons";

export type QuotaDialogProps = { connection: string; batch: number; onClose: () => void };

/** Asks for the monthly quota, which the service doesn't report (`field-notes.md` 21). */
export function QuotaDialog({ connection, batch, onClose }: QuotaDialogProps): ReactNode {
  const { t, i18n } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const [preferences, save] = usePreferences();
  const [limit, setLimit] = useState(preferences.quotas[connection] ?? Number.NaN);
  const keep = useMutation({
    mutationFn: async (wanted: number | null) => {
      const quotas = withQuota(preferences.quotas, connection, wanted);
      save({ quotas });
      // Saved at once, since the plan depends on it.
      await host.call("preferences_save", { ...preferences, quotas });
      await queries.invalidateQueries({ queryKey: keys.batches.one(batch) });
    },
    onSuccess: onClose,
  });
  const isUsable = limit >= 1 && limit <= MOST_QUOTA;
  const wrong = reasonText({ kind: "out_of_range", least: 1, most: MOST_QUOTA }, i18n);
  const [isTried, setTried] = useState(false);
  return (
    <Dialog title={t`Monthly quota`} isOpen onClose={onClose}>
      <Form
        onSubmit={() => {
          if (isUsable) keep.mutate(limit);
          else setTried(true);
        }}
      >
        <p>
          <Trans>
            Services don’t report their monthly limit. Enter yours, and Assay shows how much is left. Rechecks don’t
            count.
          </Trans>
        </p>
        <NumberField
          label={<Trans>Reports per month</Trans>}
          value={limit}
          onChange={setLimit}
          {...(isTried && !isUsable && { errorMessage: wrong })}
        />
        {keep.error && <ProblemInline problem={problemOf(keep.error)} />}
        <DialogFooter>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {preferences.quotas[connection] !== undefined && (
            <Button onPress={() => keep.mutate(null)}>
              <Trans>Remove quota</Trans>
            </Button>
          )}
          <Button type="submit" variant="primary" isPending={keep.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
