import { Trans, useLingui } from "@lingui/react/macro";
import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Group } from "react-aria-components";
import { Button, toast, useDuration, useIsAttended } from "../../components";
import { classes } from "../../components/class-names";
import { splitAddress } from "../../components/text/address";
import type { Problem } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import { useCommand } from "../commands";
import { openDialog } from "../screen/focus";
import styles from "./deletions.module.css";
import { type Deletion, type DeletionKind, Deletions, type PendingDeletion } from "./deletions-store";

export type { Deletion, Run } from "./deletions-store";

/** Time to undo a deletion, in milliseconds. */
const WAIT = 8000;

/** Countdown step in milliseconds; sleep doesn't count. */
const STEP = 250;

/** Delay before a running deletion is shown, in milliseconds. */
const SOON = 500;

const [Provider, useValue] = createRequiredContext<Deletions>("Deletions");

export function DeletionsProvider({ children }: { children: ReactNode }) {
  const [deletions] = useState(() => new Deletions());
  const list = useSyncExternalStore(deletions.subscribe, deletions.list);
  return (
    <Provider value={deletions}>
      {children}
      {list.map((pending) =>
        pending.isRunning ? (
          <RunningMessage key={`run ${pending.key}`} pending={pending} deletions={deletions} />
        ) : (
          <WaitingMessage key={`wait ${pending.key}`} pending={pending} deletions={deletions} />
        ),
      )}
    </Provider>
  );
}

export const useAllDeletions = useValue;

/** Binds undo to the last waiting deletion; must be inside `CommandsProvider`. */
export function UndoCommand() {
  const deletions = useAllDeletions();
  const list = useSyncExternalStore(deletions.subscribe, deletions.list);
  const last = list.filter(({ isRunning }) => !isRunning).at(-1);
  useCommand("undo", last ? () => deletions.undo(last.key) : null);
  return null;
}

export type DeletionsOf = {
  /** Schedules a deletion with a message that offers to undo it. */
  remove(what: Deletion): void;
  /** Deletes at once. */
  removeNow(what: Deletion): void;
  /** The pending state as text, such as “Will be deleted”. */
  pendingOf(id: string): string | undefined;
  /** The problem of the last try. */
  failureOf(id: string): Problem | undefined;
  forgetFailure(id: string): void;
};

/** Deletions of a connection's reports or projects. */
export function useDeletions(connection: string, kind: DeletionKind = "reports"): DeletionsOf {
  const deletions = useAllDeletions();
  const pendingOf = usePendingOf(kind);
  // Tables redraw all rows when their props change.
  return useMemo(
    () => ({
      remove: (what) => void deletions.add(connection, kind, what),
      removeNow: (what) => {
        // A waiting one runs at once.
        const key = deletions.find(connection, kind, what.id)?.key ?? deletions.add(connection, kind, what);
        if (key !== undefined) void deletions.run(key);
      },
      pendingOf: (id) => pendingOf(connection, id),
      failureOf: (id) => deletions.failureOf(connection, kind, id),
      forgetFailure: (id) => deletions.forgetFailure(connection, kind, id),
    }),
    [deletions, pendingOf, connection, kind],
  );
}

/** The same text for reports or projects of any connection; a new function after each change. */
export function usePendingOf(kind: DeletionKind = "reports"): (connection: string, id: string) => string | undefined {
  const { t } = useLingui();
  const deletions = useAllDeletions();
  const list = useSyncExternalStore(deletions.subscribe, deletions.list);
  return useCallback(
    (connection, id) => {
      const pending = list.find((one) => one.connection === connection && one.kind === kind && one.id === id);
      return pending && (pending.isRunning ? t`Deleting…` : t`Will be deleted`);
    },
    [list, kind, t],
  );
}

/** The time left to undo a report's deletion, and what can be done; it then has no message. */
export function UndoControls({ connection, id }: { connection: string; id: string }) {
  const deletions = useAllDeletions();
  const pending = useSyncExternalStore(deletions.subscribe, () => deletions.find(connection, "reports", id));
  const key = pending?.key;
  useLayoutEffect(() => (key === undefined ? undefined : deletions.show(key)), [key, deletions]);
  return key !== undefined && !pending?.isRunning && <Countdown of={key} deletions={deletions} isAlone />;
}

/** Calls back for each deleted report or project, before the lists update. */
export function useOnDeleted(connection: string, kind: DeletionKind, tell: (id: string) => void): void {
  const deletions = useAllDeletions();
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => deletions.onGone(connection, kind, (id) => latest.current(id)), [deletions, connection, kind]);
}

/** True if the focus must move when this row disappears: a late deletion mustn't take it from elsewhere. */
export function isFocusFree(gone: string, isPanelGone = false): boolean {
  const at = document.activeElement;
  if (!at || at === document.body) return true;
  const key = at.closest<HTMLElement>("[data-key]")?.dataset.key;
  const isOn = at.closest(isPanelGone ? "aside, [data-toasts]" : "[data-toasts]") !== null;
  return isOn || key === gone;
}

type MessageProps = { pending: PendingDeletion; deletions: Deletions };

/** True while the screen shows a deletion in full. */
function useIsShown(deletions: Deletions, key: number): boolean {
  return useSyncExternalStore(deletions.subscribeToShown, () => deletions.shown().has(key));
}

function WaitingMessage({ pending: { key, kind, title, description = "" }, deletions }: MessageProps) {
  const isShown = useIsShown(deletions, key);
  const { path } = splitAddress(description);
  // There is little room, and many reports share a host.
  const shown = kind === "reports" && path !== "/" ? path : description;
  useEffect(() => {
    // The screen may have come to show it with the same change.
    if (isShown || deletions.shown().has(key)) return;
    return toast({ tone: "delete", title, description: shown, controls: <Countdown of={key} deletions={deletions} /> });
  }, [key, title, shown, isShown, deletions]);
  return null;
}

type CountdownProps = {
  of: number;
  deletions: Deletions;
  /** No message beside it says what the time is for. */
  isAlone?: boolean;
};

/** The time left to undo; runs the deletion at zero. */
function Countdown({ of, deletions, isAlone = false }: CountdownProps) {
  const [left, setLeft] = useState(() => deletions.leftOf(of) ?? WAIT);
  const timeOf = useDuration();
  const [ref, isAttended] = useIsAttended();
  useEffect(() => {
    const timer = setInterval(() => {
      // Paused while a dialog may cover the message.
      if (!isAttended() && openDialog() === null) setLeft((before) => before - STEP);
    }, STEP);
    return () => clearInterval(timer);
  }, [isAttended]);
  useEffect(() => {
    deletions.setLeft(of, left);
    if (left <= 0) void deletions.run(of);
  }, [left, of, deletions]);
  const time = timeOf(Math.ceil(left / 1000));
  return (
    <Group ref={ref} role="presentation" data-countdown className={classes(styles.controls, isAlone && styles.alone)}>
      {/* Not to be read out: it changes every second. */}
      <span className={styles.left} aria-hidden>
        {isAlone ? <Trans>Report will be deleted in {time}</Trans> : time}
      </span>
      <span className={styles.line} style={{ width: `${(left / WAIT) * 100}%` }} aria-hidden />
      <Button
        onPress={() => {
          // The pressed button is removed.
          ref.current?.closest("aside")?.querySelector("h2")?.focus();
          deletions.undo(of);
        }}
      >
        <Trans>Undo</Trans>
      </Button>
      <Button variant="quiet" onPress={() => void deletions.run(of)}>
        <Trans>Delete now</Trans>
      </Button>
    </Group>
  );
}

function RunningMessage({ pending: { key, description }, deletions }: MessageProps) {
  const { t } = useLingui();
  const isShown = useIsShown(deletions, key);
  useEffect(() => {
    if (isShown) return;
    let close = () => {};
    const timer = setTimeout(() => {
      close = toast({ tone: "delete", title: t`Deleting…`, description, stays: true });
    }, SOON);
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [description, isShown, t]);
  return null;
}
