import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { Link } from "react-aria-components";
import { Button, ProgressLine, TopLiveText, toast, useDuration, useSecondsUntil } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Batch } from "../../host/contract";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { batchesPath, batchPath, connectionOfPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { PROBLEMS, serviceMessage } from "../../shared/problems";
import { useUnsavedWarning } from "../../shared/unsaved/close-guard";
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
export function BatchNotifications(): ReactNode {
  const { t, i18n } = useLingui();
  const host = useHost();
  const router = useRouter();
  const tell = useTell();
  const [said, say] = useReducer((before, text: string) => ({ text, count: before.count + 1 }), { text: "", count: 0 });
  const known = useRef(new Map<number, Batch["state"]>());
  const states = useBatches((batches) =>
    batches.map(({ number, connection, state }) => ({ number, connection, state })),
  );
  const sayHeld = useEffectEvent(({ connection, number }: Pick<Batch, "connection" | "number">) => {
    // The batch's own screen announces it.
    const isElsewhere = router.latestLocation.pathname !== batchPath(connection, number);
    if (isElsewhere) say(t`A batch starts soon. Undo cancels it.`);
  });
  useEffect(() => {
    for (const batch of states ?? []) {
      if (known.current.has(batch.number)) continue;
      known.current.set(batch.number, batch.state);
      if (batch.state === "held") sayHeld(batch);
    }
  }, [states]);
  useUnsavedWarning(
    states?.some(({ state }) => state === "running" || state === "pausing")
      ? t`A running batch (resumes when you open Assay again)`
      : states?.some(({ state }) => state === "held")
        ? t`A batch about to start (stays a plan)`
        : null,
  );

  const note = useEffectEvent((batch: Batch) => {
    const before = known.current.get(batch.number);
    known.current.set(batch.number, batch.state);
    if (before === batch.state) return;
    const { states: counts, problem, ended_at } = batch;
    if (batch.state === "held") sayHeld(batch);
    else if (batch.state === "planned" && before === "held") say(t`The batch won’t start.`);
    else if (batch.state === "running") say(t`The batch is running.`);
    else if (batch.state === "paused" && problem) {
      const why = i18n._(PROBLEMS[problem.code].title);
      say(t`Batch paused. ${why}.`);
      tell(batch, "error", t`Batch paused`, t`${why}.`);
    } else if (batch.state === "paused" && before !== undefined) say(t`The batch is paused.`);
    else if (batch.state === "ended") {
      if (before === undefined && Date.now() - Date.parse(ended_at ?? "") > NEWS) return;
      const [done, failed, left] = [counts.done, counts.failed, counts.unknown + counts.canceled].map((count) =>
        i18n.number(count),
      );
      const outcome =
        counts.unknown + counts.canceled > 0
          ? t`${done} done, ${failed} failed, ${left} not sent or unknown.`
          : t`${done} done, ${failed} failed.`;
      say(t`Batch finished. ${outcome}`);
      tell(batch, counts.failed + counts.unknown > 0 ? "info" : "success", t`Batch finished`, outcome);
    }
  });
  useEffect(() => host.watch((event) => event.kind === "batch" && note(event.batch)), [host]);

  return (
    <TopLiveText>
      {/* A text that stays in place isn't announced again. */}
      <span key={said.count}>{said.text}</span>
    </TopLiveText>
  );
}

/** Reports a batch in the window, unless its own screen or the list shows it, and through the system. */
function useTell() {
  const { t } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const router = useRouter();
  const nameOf = useConnectionName();
  const connections = useConnections();
  const words = useBatchLabels();
  const [{ notify_batches }] = usePreferences();
  return (batch: Batch, tone: "success" | "info" | "error", title: string, outcome: string) => {
    const place = batchPath(batch.connection, batch.number);
    const what = words.title(batch);
    const connection = connections.find(({ id }) => id === batch.connection);
    const name = connection ? nameOf(connection) : batch.connection;
    // Without a system notification the window shows it.
    if (notify_batches)
      host.call("notification_show", { title, body: t`${name}: ${what}. ${outcome}` }).catch(() => {});
    if ([place, batchesPath(batch.connection)].includes(router.latestLocation.pathname)) return;
    const action = { label: t`View batch`, onPress: () => go(place) };
    const isElsewhere = connections.length > 1 && connectionOfPath(router.latestLocation.pathname) !== batch.connection;
    const description = isElsewhere ? t`${name}: ${what}. ${outcome}` : t`${what}. ${outcome}`;
    toast({ tone, title, description, action, isPassing: tone === "success" });
  };
}

type BatchStatusProps = {
  /** The connection of the sidebar; `undefined` for all. */
  here: string | undefined;
};

/** A link to the batch that runs or starts soon, with its progress; not of the one whose screen it is. */
export function BatchStatus({ here }: BatchStatusProps): ReactNode {
  const { t, i18n } = useLingui();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const batch = useBatches((batches) => {
    const others = batches.filter(({ connection, number }) => batchPath(connection, number) !== path);
    return others.find(({ state }) => state === "held") ?? others.find(isOfInterest);
  });
  if (!batch) return null;
  const { state, states, connection, number } = batch;
  if (state === "held") return <HeldStatus key={number} batch={batch} here={here} />;
  const { share } = progressOf(states);
  const percent = i18n.number(share, { style: "percent" });
  return (
    <Link href={batchPath(connection, number)} className={styles.status}>
      <span className={styles.text}>
        <span className={styles.label}>{state === "paused" ? t`Batch paused` : t`Batch running`}</span>{" "}
        <span className={styles.percent}>{percent}</span>
      </span>
      <OtherConnection of={connection} here={here} />
      <ProgressLine share={share} isPaused={state === "paused"} />
    </Link>
  );
}

/** A countdown to a batch's start, with undo. */
function HeldStatus({ batch, here }: BatchStatusProps & { batch: Batch }) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const words = useBatchLabels();
  const durationOf = useDuration();
  const { connection, number, held_until } = batch;
  const left = useSecondsUntil(held_until === null ? 0 : Date.parse(held_until));
  const [isStopping, setStopping] = useState(false);
  const what = words.title(batch);
  const time = durationOf(left);

  async function undo() {
    setStopping(true);
    try {
      await host.call("batch_cancel", { batch: number });
    } catch (thrown) {
      const problem = problemOf(thrown);
      const description = serviceMessage(problem) ?? i18n._(PROBLEMS[problem.code].title);
      toast({ tone: "error", title: t`Couldn’t undo the start`, description });
    } finally {
      setStopping(false);
    }
  }

  return (
    <div className={styles.held}>
      <Link href={batchPath(connection, number)} className={styles.status}>
        <span className={styles.what}>{what}</span>{" "}
        <span className={styles.text}>
          <span className={styles.label}>{t`Starts in`}</span> <span className={styles.percent}>{time}</span>
        </span>
        <OtherConnection of={connection} here={here} />
      </Link>
      <Button icon={Undo2} aria-label={t`Undo: ${what}`} isPending={isStopping} onPress={() => void undo()}>
        <span className={styles.undo}>{t`Undo`}</span>
      </Button>
    </div>
  );
}

/** The name of a batch's connection, unless the sidebar is of that one. */
function OtherConnection({ of, here }: BatchStatusProps & { of: string }) {
  const connections = useConnections();
  const nameOf = useConnectionName();
  const connection = connections.find(({ id }) => id === of);
  if (!connection || of === here || connections.length === 1) return null;
  return (
    <>
      {" "}
      <span className={styles.connection} dir="auto">
        {nameOf(connection)}
      </span>
    </>
  );
}

/** True if a batch runs or needs the user. */
function isOfInterest({ state, problem }: Batch): boolean {
  return state === "running" || state === "pausing" || (state === "paused" && problem !== null);
}
