import { useLingui } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { lazyNamed } from "../../components";
import { type Host, HostProvider, useHost } from "../../host";
import { type CoreEvent, type Draft, GUARDED_WRITES } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import { createStore } from "../data/store";
import { useNewBatch } from "../planning/new-batch";
import { useNewReport } from "../planning/new-report";
import { DeletionsProvider, useAllDeletions } from "./deletions";
import { DraftsProvider } from "./drafts";
import { useSaveQueue } from "./save-queue";

const CloseDialog = lazyNamed(() => import("./close-dialogs"), "CloseDialog");
const LeaveDialog = lazyNamed(() => import("./close-dialogs"), "LeaveDialog");

type Unsaved = {
  /** Warnings by component id. */
  said: ReadonlyMap<string, string>;
  writes: number;
};

/** Everything that would be lost if the window closed now. */
class UnsavedWork {
  readonly #store = createStore<Unsaved>({ said: new Map(), writes: 0 });

  readonly get = this.#store.get;

  readonly subscribe = this.#store.subscribe;

  say(by: string, text: string | null): void {
    const said = new Map(this.get().said);
    if (text === null) said.delete(by);
    else said.set(by, text);
    this.#store.set({ ...this.get(), said });
  }

  /** Wraps a host to count its writes. */
  counting(host: Host): Host {
    const count = (change: number) => this.#store.set({ ...this.get(), writes: this.get().writes + change });
    return {
      watch: (listener) => host.watch(listener),
      call: (name, request, options) => {
        const answer = host.call(name, request, options);
        if (!GUARDED_WRITES.has(name)) return answer;
        count(1);
        return answer.finally(() => count(-1));
      },
    };
  }
}

const [Provider, useUnsavedWork] = createRequiredContext<UnsavedWork>("UnsavedWork");

/** Provides drafts and deletions, and warns before the window closes while anything would be lost. */
export function CloseGuard({ drafts, children }: { drafts: readonly Draft[]; children: ReactNode }) {
  return (
    <DraftsProvider initial={drafts}>
      <DeletionsProvider>
        <WindowGuard>{children}</WindowGuard>
      </DeletionsProvider>
    </DraftsProvider>
  );
}

/** Asks before the window closes if anything would be lost; pending saves are flushed first. */
function WindowGuard({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const host = useHost();
  const deletions = useAllDeletions();
  const saveQueue = useSaveQueue();
  const [store] = useState(() => new UnsavedWork());
  const counting = useMemo(() => store.counting(host), [store, host]);
  const { said, writes } = useSyncExternalStore(store.subscribe, store.get);
  const pending = useSyncExternalStore(deletions.subscribe, deletions.list);
  const isSaving = useSyncExternalStore(saveQueue.subscribe, saveQueue.isWaiting);
  const [asking, setAsking] = useState<Extract<CoreEvent, { kind: "close_asked" }> | null>(null);

  const works = [...said.values()];
  if (works.length === 0 && pending.length === 0 && writes > 0) {
    works.push(t`A change the service hasn’t confirmed yet`);
  }
  const mayLose = works.length > 0 || pending.length > 0;
  const isGuarded = mayLose || isSaving;

  // In sequence, since the last one must win; if it fails, the window closes without asking.
  const telling = useRef<Promise<unknown>>(Promise.resolve());
  const tell = useCallback(
    (guarded: boolean) => {
      telling.current = telling.current.then(() => host.call("close_guard", guarded)).catch(() => {});
    },
    [host],
  );
  const told = useRef(false);
  const latest = useRef(mayLose);
  useEffect(() => {
    latest.current = mayLose;
  }, [mayLose]);
  useEffect(() => {
    if (told.current === isGuarded) return;
    told.current = isGuarded;
    tell(isGuarded);
  }, [tell, isGuarded]);
  useEffect(
    () => () => {
      // After a crash nothing can answer the question.
      if (told.current) tell(false);
      told.current = false;
    },
    [tell],
  );

  useEffect(
    () =>
      host.watch((event) => {
        if (event.kind !== "close_asked") return;
        const kept = saveQueue.flush();
        if (latest.current) {
          // The core treats silence as a hang.
          tell(true);
          setAsking(event);
        } else {
          kept.then(() => host.call("app_close", null)).catch(() => {});
        }
      }),
    [host, tell, saveQueue],
  );

  return (
    <Provider value={store}>
      <HostProvider value={counting}>
        {children}
        {asking && (
          <CloseDialog works={works} pending={pending} isForUpdate={asking.update} onStay={() => setAsking(null)} />
        )}
      </HostProvider>
    </Provider>
  );
}

/** Warns with this sentence if the window closes; `null` if nothing would be lost. */
export function useUnsavedWarning(text: string | null): void {
  const store = useUnsavedWork();
  const by = useId();
  useEffect(() => {
    store.say(by, text);
  }, [store, by, text]);
  useEffect(() => () => store.say(by, null), [store, by]);
}

export type LeaveQuestionProps = {
  /** Called when leaving. */
  isNeeded: () => boolean;
  title: string;
  children: ReactNode;
  leaveLabel: string;
  onLeave?: () => void;
};

/** The form for a batch is another one for each plan. */
function placeOf({ pathname, search }: { pathname: string; search: object }): string {
  return "plan" in search ? `${pathname} ${search.plan}` : pathname;
}

/** Asks before leaving the current screen. */
export function LeaveQuestion({ isNeeded, title, children, leaveLabel, onLeave }: LeaveQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => placeOf(current) !== placeOf(next) && isNeeded(),
    enableBeforeUnload: false,
    withResolver: true,
  });
  const { done } = useNewReport();
  const { taken } = useNewBatch();
  if (blocker.status !== "blocked") return null;
  return (
    <LeaveDialog
      title={title}
      leaveLabel={leaveLabel}
      onStay={() => {
        // Navigation was canceled.
        done();
        taken();
        blocker.reset();
      }}
      onLeave={() => {
        onLeave?.();
        blocker.proceed();
      }}
    >
      {children}
    </LeaveDialog>
  );
}
