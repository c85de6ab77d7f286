import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { TopLiveText, toast } from "../../components";
import { useHost } from "../../host";
import type { Connection, SyncState } from "../../host/contract";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { useSyncs, wasBegunHere } from "../../shared/data/sync";
import { changesPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { PROBLEMS } from "../../shared/problems";

/**
 * Announces syncs to screen readers, automatic ones only with findings, and notifies the system of worse reports if
 * enabled.
 */
export function SyncNotifications({ current }: { current: Connection | undefined }): ReactNode {
  const { t, i18n } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const nameOf = useConnectionName();
  const connections = useConnections();
  const [{ notify_worse }] = usePreferences();
  const [said, say] = useState("");
  const known = useRef(new Map<string, SyncState>());
  const syncs = useSyncs();
  useEffect(() => {
    for (const state of syncs ?? []) {
      if (!known.current.has(state.connection)) known.current.set(state.connection, state);
    }
  }, [syncs]);

  // The same can be said of another connection.
  useEffect(() => say(""), [current?.id]);

  const tellOfWorse = ({ connection: id, found: { worse } }: SyncState) => {
    const connection = connections.find((one) => one.id === id);
    if (!connection) return;
    const title = t`${plural(worse, { one: "# report got worse", other: "# reports got worse" })}`;
    const name = nameOf(connection);
    host.call("notification_show", { title, body: t`${name}. Open Assay to see them.` }).catch(() => {
      const onPress = () => go(`${changesPath(id)}?since=last_sync&change=worse`);
      toast({ tone: "info", title, description: name, action: { label: t`View changes`, onPress } });
    });
  };

  const note = useEffectEvent((state: SyncState) => {
    const before = known.current.get(state.connection);
    known.current.set(state.connection, state);
    const isCurrent = state.connection === current?.id;
    const { running, found, synced_at, problem, looked_at, reports } = state;
    // A text that doesn't change isn't announced again.
    if (running && !before?.running && isCurrent) say(running.kind === "full" ? t`Syncing all reports.` : "");
    if (running || !before?.running) return;
    const isAwaited = wasBegunHere(state.connection) || before.running.kind === "full";
    const isDone = synced_at !== null && synced_at !== before.synced_at;
    if (isDone && found.worse > 0 && notify_worse) tellOfWorse(state);
    const isNews = Object.values(found).some((count) => count > 0);
    if (!isCurrent || !(isAwaited || (isDone && isNews))) return;
    const [added, changed, worse, gone] = [found.new, found.changed, found.worse, found.gone].map((n) =>
      i18n.number(n),
    );
    const title = problem && i18n._(PROBLEMS[problem.code].title);
    if (title) say(t`The sync failed. ${title}.`);
    else if (!isDone) say(t`The sync was stopped.`);
    else if (before.full_at === null && state.full_at !== null)
      say(t`The sync has ended. ${plural(reports, { one: "# report is", other: "# reports are" })} in the library.`);
    else if (!isNews && looked_at !== null)
      say(
        t`The sync has ended. ${plural(looked_at, {
          one: "The newest report is unchanged.",
          other: "Nothing is new among the # newest reports.",
        })}`,
      );
    else if (!isNews) say(t`Sync finished. No changes.`);
    else say(t`Sync finished: ${added} new, ${changed} changed, ${worse} worse, ${gone} removed.`);
  });
  useEffect(() => host.watch((event) => event.kind === "sync" && note(event.state)), [host]);

  return <TopLiveText>{said}</TopLiveText>;
}
