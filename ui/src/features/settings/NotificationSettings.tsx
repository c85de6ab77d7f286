import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button, Details, Switch } from "../../components";
import { problemOf, useHost } from "../../host";
import { usePreferences } from "../../shared/data/preferences";
import { problemDetails } from "../../shared/problems";
import styles from "./NotificationSettings.module.css";
import { RowText } from "./RowText";
import setting from "./setting.module.css";

/** The events that Assay notifies of outside its window. */
export function NotificationSettings(): ReactNode {
  const [{ notify_batches, notify_worse }, save] = usePreferences();
  return (
    <>
      <div className={setting.row}>
        <Switch
          isSelected={notify_worse}
          onChange={(isOn) => save({ notify_worse: isOn })}
          description={<Trans>Once per sync, with the connection and number of reports</Trans>}
        >
          <Trans>When reports get worse</Trans>
        </Switch>
      </div>
      <div className={setting.row}>
        <Switch
          isSelected={notify_batches}
          onChange={(isOn) => save({ notify_batches: isOn })}
          description={<Trans>Shows the batch’s name, its outcome, and its connection.</Trans>}
        >
          <Trans>When a batch finishes or can’t continue</Trans>
        </Switch>
      </div>
      {(notify_worse || notify_batches) && <TryNotice />}
    </>
  );
}

/** Sends a test notification, to show whether the system allows it. */
function TryNotice() {
  const { t } = useLingui();
  const host = useHost();
  const notice = { title: t`Test notification`, body: t`Notifications from Assay will look like this.` };
  const show = useMutation({ mutationFn: () => host.call("notification_show", notice) });
  return (
    <div className={setting.spread}>
      <RowText label={<Trans>Test notification</Trans>}>
        {show.isSuccess && (
          <span role="status">
            <Trans>Sent. If you didn’t see it, allow notifications for Assay in your system settings.</Trans>
          </span>
        )}
      </RowText>
      <Button aria-label={t`Send test notification`} isPending={show.isPending} onPress={() => show.mutate()}>
        <Trans>Send</Trans>
      </Button>
      {show.error && (
        <div role="alert" className={styles.blocked}>
          <p>
            <Trans>Notifications are blocked by the system. Assay will show them in its window instead.</Trans>
          </p>
          <Details text={problemDetails(problemOf(show.error))} />
        </div>
      )}
    </div>
  );
}
