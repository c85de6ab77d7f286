import { Trans, useLingui } from "@lingui/react/macro";
import { Play, RotateCw, Square } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useId, useReducer, useRef, useState } from "react";
import { DialogTrigger, Popover, Button as RawButton, VisuallyHidden } from "react-aria-components";
import { Button, DateText, NamedProgressLine, Tooltip } from "../../components";
import { classes } from "../../components/class-names";
import popover from "../../components/overlays/Popover.module.css";
import type { Connection, SyncProgress, SyncState } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import type { ServiceStatus } from "../../shared/data/service-status";
import { type Sync, useSync } from "../../shared/data/sync";
import { PROBLEMS } from "../../shared/problems";
import { Progress } from "../../shared/sync/Progress";
import { LinkDot } from "../frame/LinkDot";
import { SyncDetails } from "./SyncDetails";
import styles from "./SyncStatus.module.css";

/** Update interval of relative times, in milliseconds. */
const TICK = 60_000;

type SyncStatusProps = {
  connection: Connection;
  /** Outcome of the last read, with its text. */
  link: ServiceStatus["link"];
  linkText: string;
  /** Only the icon fits. */
  isNarrow: boolean;
};

/** The connection's sync status, with progress and stop; opens the details. */
export function SyncStatus({ connection, link, linkText, isNarrow }: SyncStatusProps): ReactNode {
  const sync = useSync(connection.id);
  const { state, start } = sync;
  const running = state?.running ?? null;
  const hasFailed = !running && state?.problem != null && state.problem.code !== "cancelled";
  const button = useRef<HTMLButtonElement>(null);
  const title = useId();
  const [isOpen, setOpen] = useState(false);
  useTick();
  useCommand("sync_new", state && !running ? () => start("light") : null);
  useCommand("sync_all", state && !running ? () => start("full") : null);
  return (
    <div className={styles.status}>
      <div className={styles.row}>
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <WithTooltip isShown={isNarrow} text={linkText}>
            <RawButton ref={button} className={styles.button} aria-haspopup="dialog">
              <LinkDot link={hasFailed ? "failed" : link} />
              <span className={styles.text}>
                <Words state={state} link={link} linkText={linkText} />
              </span>
              <VisuallyHidden>
                <Trans>Sync details</Trans>
              </VisuallyHidden>
            </RawButton>
          </WithTooltip>
          <Popover
            className={classes(popover.popover, styles.details)}
            placement="top start"
            offset={6}
            aria-labelledby={title}
          >
            <SyncDetails titleId={title} connection={connection} sync={sync} onClose={() => setOpen(false)} />
          </Popover>
        </DialogTrigger>
        {/* The button may disappear, so the focus moves to its neighbor. */}
        {state && !isNarrow && <Act state={state} sync={sync} onDone={() => button.current?.focus()} />}
      </div>
      {running && <Bar running={running} />}
    </div>
  );
}

/** The most important status, in one or two lines. */
function Words({
  state,
  link,
  linkText,
}: { state: SyncState | undefined } & Pick<SyncStatusProps, "link" | "linkText">) {
  const { i18n } = useLingui();
  if (state?.running) return <Progress running={state.running} connection={state.connection} lineClass={styles.line} />;
  const problem = state?.problem ?? null;
  const isLinked = link === "connected" || (link === null && problem === null);
  const words = isLinked ? <Rest state={state} linkText={linkText} /> : linkText;
  if (!problem || problem.code === "cancelled" || !isLinked) return <span className={styles.line}>{words}</span>;
  const why = i18n._(PROBLEMS[problem.code].title);
  return (
    <>
      <span className={styles.line}>{words}</span>{" "}
      <span className={styles.line} title={why}>
        {why}
      </span>
    </>
  );
}

/** The status while no sync runs. */
function Rest({ state, linkText }: { state: SyncState | undefined; linkText: string }) {
  const { i18n } = useLingui();
  if (state?.unfinished != null) {
    const count = i18n.number(state.unfinished);
    return <Trans>Stopped at {count}</Trans>;
  }
  if (state?.problem) return <Trans>Sync failed</Trans>;
  // New reports alone don't make the library complete.
  if (state?.synced_at == null || state.full_at === null) return linkText;
  return (
    <>
      <VisuallyHidden>{linkText}</VisuallyHidden>{" "}
      <Trans>
        Synced <DateText value={state.synced_at} isInText />
      </Trans>
    </>
  );
}

function Bar({ running }: { running: SyncProgress }) {
  const { t, i18n } = useLingui();
  const { kind, done, total } = running;
  const isKnown = total !== null && total > 0 && kind === "full";
  const share = isKnown ? Math.min(1, done / total) : null;
  return <NamedProgressLine label={t`Sync`} value={i18n.number(share ?? 0, { style: "percent" })} share={share} />;
}

/** The action for a sync that runs, was stopped, or failed. */
function Act({ state, sync, onDone }: { state: SyncState; sync: Sync; onDone: () => void }) {
  const { t } = useLingui();
  const { running, unfinished, problem } = state;
  const act = (run: () => void) => () => {
    run();
    onDone();
  };
  if (running) return <Button variant="quiet" icon={Square} aria-label={t`Stop`} onPress={act(sync.stop)} />;
  const goOn = act(() => sync.start(unfinished === null ? "light" : "full"));
  if (problem) return <Button variant="quiet" icon={RotateCw} aria-label={t`Sync now`} onPress={goOn} />;
  return unfinished !== null && <Button variant="quiet" icon={Play} aria-label={t`Resume`} onPress={goOn} />;
}

function WithTooltip({ isShown, text, children }: { isShown: boolean; text: string; children: ReactElement }) {
  return isShown ? <Tooltip text={text}>{children}</Tooltip> : children;
}

function useTick(): void {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, []);
}
