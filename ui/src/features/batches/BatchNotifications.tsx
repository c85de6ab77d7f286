import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-aria-components";
import { createPortal } from "react-dom";
import { LiveText, PROBLEMS, toast } from "../../components";
import { useHost } from "../../host";
import type { Batch } from "../../host/contract";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { batchPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useLoss } from "../../shared/unsaved/close-guard";
import styles from "./BatchNotifications.module.css";
import { progressOf } from "./detail/progress";
import { useBatchLabels } from "./labels";

/** Maximum age of a batch's end to be announced, in milliseconds. */
const NEWS = 60_000;

/** Batches of all connections: asked once, then kept current by `EventsProvider`. */
function useBatches<T>(select: (batches: Batch[]) => T): T | undefined {
  const host = useHost();
  const { data } = useQuery({
    queryKey: keys.batches.list(null),
    queryFn: ({ signal }) => host.call("batches_list", { connection: null }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    select,
  });
  return data;
}

/** Announces batches to screen readers and the system, and warns before closing while one runs. */
export function BatchNews(): ReactNode {
  const { t, i18n } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const router = useRouter();
  const nameOf = useConnectionName();
  const connections = useConnections();
  const words = useBatchLabels();
  const [{ notify_batches }] = usePreferences();
  const [said, say] = useState("");
  const known = useRef(new Map<number, Batch["state"]>());
  const states = useBatches((batches) => batches.map(({ number, state }) => ({ number, state })));
  useEffect(() => {
    for (const { number, state } of states ?? []) if (!known.current.has(number)) known.current.set(number, state);
  }, [states]);
  useLoss(
    states?.some(({ state }) => state === "running" || state === "pausing")
      ? t`A batch that is being run. What is left of it goes on when Assay starts again.`
      : states?.some(({ state }) => state === "held")
        ? t`A batch that is about to start. It stays a plan.`
        : null,
  );

  const tell = (batch: Batch, tone: "success" | "info" | "error", title: string, outcome: string) => {
    const place = batchPath(batch.connection, batch.number);
    const what = words.title(batch);
    const connection = connections.find(({ id }) => id === batch.connection);
    const name = connection ? nameOf(connection) : batch.connection;
    // What the system does not show is in the window.
    if (notify_batches) host.call("notification_show", { title, body: t`${name}: ${what}. ${outcome}` }).catch(() => {});
    if (router.latestLocation.pathname === place) return;
    const action = { label: t`Show`, onPress: () => go(place) };
    toast({ tone, title, description: t`${what}. ${outcome}`, action, isPassing: tone === "success" });
  };

  const note = useEffectEvent((batch: Batch) => {
    const before = known.current.get(batch.number);
    known.current.set(batch.number, batch.state);
    if (before === batch.state) return;
    const { states: counts, problem, ended_at } = batch;
    if (batch.state === "running") say(t`The batch is running.`);
    else if (batch.state === "paused" && problem) {
      const why = i18n._(PROBLEMS[problem.code].title);
      say(t`The batch has paused. ${why}.`);
      tell(batch, "error", t`A batch has paused`, t`${why}.`);
    } else if (batch.state === "paused" && before !== undefined) say(t`The batch is paused.`);
    else if (batch.state === "ended") {
      if (before === undefined && Date.now() - Date.parse(ended_at ?? "") > NEWS) return;
      const [done, failed, left] = [counts.done, counts.failed, counts.unknown + counts.cancelled].map((count) =>
        i18n.number(count),
      );
      const outcome =
        counts.unknown + counts.cancelled > 0
          ? t`Done: ${done}, failed: ${failed}, other: ${left}.`
          : t`Done: ${done}, failed: ${failed}.`;
      say(t`The batch has ended. ${outcome}`);
      tell(batch, counts.failed + counts.unknown > 0 ? "info" : "success", t`A batch has ended`, outcome);
    }
  });
  useEffect(() => host.watch((event) => event.kind === "batch" && note(event.batch)), [host]);

  // Outside dialogs, but accessible beside them.
  return createPortal(
    <div data-react-aria-top-layer>
      <LiveText>{said}</LiveText>
    </div>,
    document.body,
  );
}

/** Says in a line how far the batch is that runs, whatever its connection, and leads to it; nothing while none does. */
export function BatchStatus(): ReactNode {
  const { t, i18n } = useLingui();
  const batch = useBatches((batches) => batches.find(isOfInterest));
  if (!batch) return null;
  const { state, states, connection, number } = batch;
  const percent = i18n.number(progressOf(states).share, { style: "percent" });
  return (
    <Link href={batchPath(connection, number)} className={styles.status}>
      <span className={styles.text}>
        <span className={styles.label}>{state === "paused" ? t`Batch paused` : t`Batch running`}</span>{" "}
        <span className={styles.percent}>{percent}</span>
      </span>
      <span className={styles.bar} aria-hidden>
        <span
          className={styles.share}
          data-state={state}
          style={{ inlineSize: `${progressOf(states).share * 100}%` }}
        />
      </span>
    </Link>
  );
}

/** Whether a batch runs, or cannot go on without the user. */
function isOfInterest({ state, problem }: Batch): boolean {
  return state === "running" || state === "pausing" || (state === "paused" && problem !== null);
}
