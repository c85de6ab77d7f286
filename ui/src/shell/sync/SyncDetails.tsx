import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Link } from "react-aria-components";
import { Button, DateText, Tooltip } from "../../components";
import { makeProblem, useHost } from "../../host";
import type { Connection, SyncState } from "../../host/contract";
import { useConnectionName } from "../../shared/data/connection";
import { useWait } from "../../shared/data/events";
import { keys } from "../../shared/data/queries";
import { useStart } from "../../shared/data/start";
import type { Sync } from "../../shared/data/sync";
import { useConnectionActions } from "../../shared/navigation/connection-actions";
import { changesPath, reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { ProblemActionsProvider, ProblemInline } from "../../shared/problems";
import { WaitText } from "../../shared/problems/WaitText";
import { isPart, Part } from "../../shared/sync/KnownPart";
import { Progress } from "../../shared/sync/Progress";
import styles from "./SyncDetails.module.css";

type SyncDetailsProps = {
  connection: Connection;
  sync: Sync;
  /** The time until the service takes calls again, such as 0:27. */
  hold: string | null;
  /** The time of the last sync that the status says. */
  saidAt: string | null;
  /** The id of the heading, for `aria-labelledby`. */
  titleId: string;
  onClose: () => void;
};

/** Sync times, coverage, findings, and actions of a connection. */
export function SyncDetails({ connection, sync, hold: time, saidAt, titleId, onClose }: SyncDetailsProps): ReactNode {
  const go = useGoTo();
  const { t } = useLingui();
  const { safe_mode } = useStart();
  const nameOf = useConnectionName();
  const actions = useConnectionActions(connection.id);
  const wait = useWait(connection.id);
  const title = useRef<HTMLHeadingElement>(null);
  const { state, start, stop } = sync;
  const heading = (
    <>
      <h2 ref={title} id={titleId} tabIndex={-1} className={styles.title}>
        <Trans>Sync</Trans>{" "}
        <span className={styles.of} dir="auto">
          {nameOf(connection)}
        </span>
      </h2>
      {wait && (
        <p className={styles.line}>
          <WaitText wait={wait} />
        </p>
      )}
    </>
  );
  const cancel = wait && <CancelRequests connection={connection.id} onCancel={onClose} />;
  if (!state) {
    return (
      <>
        {heading}
        {safe_mode && <ProblemInline problem={makeProblem("safe_mode")} />}
        {cancel && <div className={styles.acts}>{cancel}</div>}
      </>
    );
  }
  const { running, unfinished, problem, synced_at, full_at } = state;
  const goOn = () => {
    start(unfinished === null ? "light" : "full");
    // The button disappears with the problem.
    title.current?.focus();
  };
  return (
    <ProblemActionsProvider actions={actions}>
      {heading}
      <Facts state={state} saidAt={saidAt} />
      <p className={styles.note}>
        <HowComplete state={state} />
      </p>
      {synced_at !== null && <Found state={state} onGo={onClose} />}
      {running && (
        <p>
          <Progress connection={connection.id} running={running} lineClass={styles.line} />
        </p>
      )}
      {problem && !running && <ProblemInline isRead problem={problem} actions={{ retry: goOn }} />}
      <div className={styles.acts}>
        {/* One button for both states, so that it keeps the focus. */}
        {(running || !wait) && (
          <Button isDisabled={!running && time !== null} onPress={running ? stop : () => start("light")}>
            {running ? <Trans>Stop</Trans> : time !== null ? <Trans>Sync in {time}</Trans> : <Trans>Sync now</Trans>}
          </Button>
        )}
        {cancel || (
          <Tooltip text={<Trans>A full sync reads every report, not only what’s new.</Trans>}>
            <Button
              variant={full_at === null ? "primary" : "quiet"}
              isPending={running?.kind === "full"}
              isDisabled={running ? running.kind === "light" : time !== null}
              onPress={() => start("full")}
            >
              {unfinished === null ? <Trans>Sync all reports</Trans> : <Trans>Resume</Trans>}
            </Button>
          </Tooltip>
        )}
        <Button
          variant="quiet"
          icon={Settings}
          aria-label={t`Settings`}
          onPress={() => {
            onClose();
            go("/settings");
          }}
        />
      </div>
    </ProblemActionsProvider>
  );
}

/** Cancels the calls that wait. */
function CancelRequests({ connection, onCancel }: { connection: string; onCancel: () => void }) {
  const host = useHost();
  return (
    <Button
      onPress={() => {
        onCancel();
        // A failure needs no message: the wait ends anyway.
        host.call("pending_calls_cancel", { id: connection }).catch(() => {});
      }}
    >
      <Trans>Cancel requests</Trans>
    </Button>
  );
}

const MINUTE = 60_000;

function Facts({ state, saidAt }: { state: SyncState; saidAt: string | null }) {
  const { i18n } = useLingui();
  const { synced_at, full_at, reports } = state;
  // The last sync was full, or ended within a minute after a full one: both times would look the same.
  const isOfFull = synced_at !== null && full_at !== null && Date.parse(synced_at) - Date.parse(full_at) < MINUTE;
  return (
    <dl className={styles.facts}>
      <dt>
        <Trans>Reports in library</Trans>
      </dt>
      <dd>{isPart(state) ? <Part states={[state]} /> : i18n.number(reports)}</dd>
      {synced_at !== null && synced_at !== saidAt && (
        <>
          <dt>
            <Trans>Last sync</Trans>
          </dt>
          <dd>
            <DateText value={synced_at} />
          </dd>
        </>
      )}
      {full_at !== null && !isOfFull && (
        <>
          <dt>
            <Trans>Last full sync</Trans>
          </dt>
          <dd>
            <DateText value={full_at} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** Why the library may be incomplete. */
function HowComplete({ state }: { state: SyncState }) {
  switch (state.completeness) {
    case "whole":
      return null;
    case "first_page_only":
      return (
        <Trans>
          The service only returns one page, so the library may be incomplete. Missing reports aren’t treated as
          deleted.
        </Trans>
      );
    case "unsettled":
      return <Trans>A lot changed during the sync, so some reports may be missing. Sync all reports again.</Trans>;
    case "outdated":
      return isPart(state) ? (
        <Trans>The library and the service don’t have the same number of reports. Sync all reports to compare.</Trans>
      ) : (
        <Trans>The last full sync was more than a week ago, so some reports may be missing.</Trans>
      );
    case "unknown":
      return (
        <Trans>Not fully synced yet. History, the fix list, and offline use cover only reports you’ve opened.</Trans>
      );
  }
}

/** Findings of the last sync, with links. */
function Found({ state, onGo }: { state: SyncState; onGo: () => void }) {
  const { connection, looked_at } = state;
  const host = useHost();
  const query = { connection, since: "last_sync" } as const;
  const { data } = useQuery({
    queryKey: keys.library.changes(query),
    queryFn: ({ signal }) => host.call("changes_count", query, { signal }),
    staleTime: 0,
  });
  // Counts as listed on the linked screens.
  const found = { ...state.found, ...(data && { new: data.new, worse: data.worse, gone: data.gone }) };
  const since = `${changesPath(connection)}?since=last_sync`;
  const looked = looked_at !== null && (
    <Plural
      value={looked_at}
      one="It covered only the newest report. Sync all reports to include the rest."
      other="It covered only the # newest reports. Sync all reports to include the rest."
    />
  );
  const all = [
    { count: found.new, label: <Plural value={found.new} one="# new" other="# new" />, href: `${since}&change=new` },
    {
      count: found.changed,
      label: <Plural value={found.changed} one="# changed" other="# changed" />,
      href: reportsPath(connection, { sort_by: "changed" }),
    },
    {
      count: found.worse,
      label: <Plural value={found.worse} one="# worse" other="# worse" />,
      href: `${since}&change=worse`,
    },
    {
      count: found.gone,
      label: <Plural value={found.gone} one="# removed" other="# removed" />,
      href: `${since}&change=gone`,
    },
  ].filter(({ count }) => count > 0);
  if (all.length === 0) {
    return (
      (state.completeness === "whole" || looked) && (
        <p className={styles.note}>
          <Trans>No changes in the last sync.</Trans> {looked}
        </p>
      )
    );
  }
  return (
    <div className={styles.found}>
      <span>
        <Trans>The last sync found:</Trans>
      </span>
      <ul>
        {all.map(({ href, label }) => (
          <li key={href}>
            <Link href={href} onPress={onGo}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {looked && <p className={styles.note}>{looked}</p>}
    </div>
  );
}
