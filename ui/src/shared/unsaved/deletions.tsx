import { Trans, useLingui } from "@lingui/react/macro";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Button, toast, useDuration, useIsAttended } from "../../components";
import type { Problem } from "../../host/contract";
import { useCommand } from "../commands";
import { openDialog } from "../screen/focus";
import { type Deletion, type DeletionKind, Deletions, type Pending } from "./deletions-store";
import styles from "./deletions.module.css";

export type { Deletion, Run } from "./deletions-store";

/** How long a deletion waits to be undone, in milliseconds. */
const WAIT = 8000;

/** How often the time that is left is counted down, in milliseconds. A computer that slept has not counted. */
const STEP = 250;

/** How long a deletion runs before that is shown, in milliseconds. */
const SOON = 500;

const DeletionsContext = createContext<Deletions | null>(null);

/** Holds the deletions that wait or run, whatever screen is open, and shows a message for each. */
export function DeletionsProvider({ children }: { children: ReactNode }) {
  const [deletions] = useState(() => new Deletions());
  const list = useSyncExternalStore(deletions.subscribe, deletions.list);
  return (
    <DeletionsContext value={deletions}>
      {children}
      {list.map((pending) =>
        pending.isRunning ? (
          <RunningMessage key={`run ${pending.key}`} pending={pending} />
        ) : (
          <WaitingMessage key={`wait ${pending.key}`} pending={pending} deletions={deletions} />
        ),
      )}
    </DeletionsContext>
  );
}

/** All deletions that wait or run. */
export function useAllDeletions(): Deletions {
  const deletions = useContext(DeletionsContext);
  if (!deletions) throw new Error("useDeletions needs a DeletionsProvider above");
  return deletions;
}

/** Lets the last deletion that waits be taken back by the command for that. It belongs within the commands. */
export function UndoCommand() {
  const deletions = useAllDeletions();
  const list = useSyncExternalStore(deletions.subscribe, deletions.list);
  const last = list.filter(({ isRunning }) => !isRunning).at(-1);
  useCommand("undo", last ? () => deletions.undo(last.key) : null);
  return null;
}

/** The deletions of a connection's reports, or of its projects. */
export type DeletionsOf = {
  /** Lets something wait to be deleted: its message offers to undo it for a while, then it runs, whatever screen is open. */
  remove(what: Deletion): void;
  /** Deletes something at once, as the user has had the time to think about it. */
  removeNow(what: Deletion): void;
  /** What is to become of this one, such as “Will be deleted”, if anything. */
  pendingOf(id: string): string | undefined;
  /** Whether its deletion still waits and can be taken back. */
  canUndo(id: string): boolean;
  /** Takes back the deletion of this one. */
  undo(id: string): void;
  /** Why the last try to delete this one failed, if so. */
  failureOf(id: string): Problem | undefined;
  /** The user knows that it failed. */
  forgetFailure(id: string): void;
};

/** Deletes reports of a connection, or its projects, after a while in which that can be undone. */
export function useDeletions(connection: string, kind: DeletionKind = "reports"): DeletionsOf {
  const { t } = useLingui();
  const deletions = useAllDeletions();
  const list = useSyncExternalStore(deletions.subscribe, deletions.list);
  // Tables draw their rows anew when what they are given changes, so it is made anew with the list alone.
  return useMemo(() => {
    const find = (id: string) =>
      list.find((pending) => pending.connection === connection && pending.kind === kind && pending.id === id);
    return {
      remove: (what) => void deletions.add(connection, kind, what),
      removeNow: (what) => {
        // Where it waits already, that is wanted now.
        const key = deletions.find(connection, kind, what.id)?.key ?? deletions.add(connection, kind, what);
        if (key !== undefined) void deletions.run(key);
      },
      pendingOf: (id) => {
        const pending = find(id);
        return pending && (pending.isRunning ? t`Being deleted` : t`Will be deleted`);
      },
      canUndo: (id) => find(id)?.isRunning === false,
      undo: (id) => {
        const pending = find(id);
        if (pending) deletions.undo(pending.key);
      },
      failureOf: (id) => deletions.failureOf(connection, kind, id),
      forgetFailure: (id) => deletions.forgetFailure(connection, kind, id),
    };
  }, [deletions, list, connection, kind, t]);
}

/** Is told of each report or project of a connection that is gone, before the lists show it, while its user is mounted. */
export function useGone(connection: string, kind: DeletionKind, tell: (id: string) => void): void {
  const deletions = useAllDeletions();
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => deletions.onGone(connection, kind, (id) => latest.current(id)), [deletions, connection, kind]);
}

/**
 * Whether the focus has to move on when this row goes: it is on it, in the panel where that goes too, in a message, or
 * nowhere. A delete runs long after it was asked for, and whoever is at something else by then stays there.
 */
export function isFocusFree(gone: string, isPanelGone = false): boolean {
  const at = document.activeElement;
  if (!at || at === document.body) return true;
  const key = at.closest<HTMLElement>("[data-key]")?.dataset.key;
  const isOn = at.closest(isPanelGone ? "aside, [data-toasts]" : "[data-toasts]") !== null;
  return isOn || key === gone;
}

type MessageProps = { pending: Pending; deletions: Deletions };

function WaitingMessage({ pending: { key, title, description }, deletions }: MessageProps) {
  useEffect(
    () => toast({ tone: "delete", title, description, controls: <Countdown of={key} deletions={deletions} /> }),
    [key, title, description, deletions],
  );
  return null;
}

/** The time that is left to undo a deletion, and the ways to use it. It runs when the time is over. */
function Countdown({ of, deletions }: { of: number; deletions: Deletions }) {
  const [left, setLeft] = useState(WAIT);
  const [ref, isAttended] = useIsAttended();
  useEffect(() => {
    const timer = setInterval(() => {
      // Nor while a dialog is open, which may cover the message.
      if (!isAttended() && openDialog() === null) setLeft((before) => before - STEP);
    }, STEP);
    return () => clearInterval(timer);
  }, [isAttended]);
  useEffect(() => {
    if (left <= 0) void deletions.run(of);
  }, [left, of, deletions]);
  const timeOf = useDuration();
  return (
    <div ref={ref} className={styles.controls}>
      <span className={styles.left} aria-hidden>
        {timeOf(Math.ceil(left / 1000))}
      </span>
      <Button onPress={() => deletions.undo(of)}>
        <Trans>Undo</Trans>
      </Button>
      <Button variant="quiet" onPress={() => void deletions.run(of)}>
        <Trans>Delete now</Trans>
      </Button>
    </div>
  );
}

function RunningMessage({ pending: { description } }: Pick<MessageProps, "pending">) {
  const { t } = useLingui();
  useEffect(() => {
    let close = () => {};
    const timer = setTimeout(() => {
      close = toast({ tone: "delete", title: t`Deleting…`, description, stays: true });
    }, SOON);
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [description, t]);
  return null;
}
