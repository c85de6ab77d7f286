import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Button, Checkbox, Details, Select } from "../../components";
import { problemOf, useHost } from "../../host";
import { usePreferences } from "../../shared/data/preferences";
import { problemDetails } from "../../shared/problems";
import styles from "./SettingsScreen.module.css";

/** In minutes; 0 is never. */
const PACES = [0, 15, 30, 60, 360, 1440];

/** Automatic sync and its notifications. */
export function SyncSettings(): ReactNode {
  const { t } = useLingui();
  const [{ sync_on_open, sync_minutes, notify_worse }, save] = usePreferences();
  const note = useId();
  const paces = PACES.includes(sync_minutes) ? PACES : [...PACES, sync_minutes].sort((one, other) => one - other);
  const words = (minutes: number) => {
    if (minutes === 0) return t`Never`;
    if (minutes === 1440) return t`Daily`;
    if (minutes % 60 === 0) return t`${plural(minutes / 60, { one: "Every hour", other: "Every # hours" })}`;
    return t`${plural(minutes, { one: "Every minute", other: "Every # minutes" })}`;
  };
  return (
    <>
      <Checkbox isSelected={sync_on_open} onChange={(isOn) => save({ sync_on_open: isOn })}>
        <Trans>Sync when Assay opens</Trans>
      </Checkbox>
      <div className={styles.short}>
        <Select
          label={<Trans>Sync while Assay is open</Trans>}
          value={sync_minutes}
          onChange={(minutes) => save({ sync_minutes: minutes })}
          options={paces.map((minutes) => ({ value: minutes, label: words(minutes) }))}
        />
      </div>
      <div>
        <Checkbox aria-describedby={note} isSelected={notify_worse} onChange={(isOn) => save({ notify_worse: isOn })}>
          <Trans>Notify me when reports get worse</Trans>
        </Checkbox>
        <p id={note} className={styles.muted}>
          <Trans>One notification per sync, with the number of reports and the connection’s name.</Trans>
        </p>
      </div>
      {notify_worse && <TryNotice />}
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
    <div className={styles.act}>
      <Button isPending={show.isPending} onPress={() => show.mutate()}>
        <Trans>Send a test notification</Trans>
      </Button>
      {show.isSuccess && (
        <p role="status" className={styles.muted}>
          <Trans>Sent. If you didn’t see it, allow notifications for Assay in your system settings.</Trans>
        </p>
      )}
      {show.error && (
        <div role="alert">
          <p>
            <Trans>Notifications are blocked by the system. Assay will show them in its window instead.</Trans>
          </p>
          <Details text={problemDetails(problemOf(show.error))} />
        </div>
      )}
    </div>
  );
}
