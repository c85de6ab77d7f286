import { Plural, Trans } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { Link } from "react-aria-components";
import { Button, DateText, ProblemActionsProvider, ProblemInline } from "../../components";
import { makeProblem } from "../../host";
import type { Completeness, Connection, SyncFound } from "../../host/contract";
import { useConnectionName } from "../../shared/data/connection";
import { useStart } from "../../shared/data/start";
import type { Sync } from "../../shared/data/sync";
import { useConnectionActions } from "../../shared/navigation/connection-actions";
import { changesPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { Progress } from "../../shared/sync/Progress";
import styles from "./SyncDetails.module.css";

type SyncDetailsProps = {
  connection: Connection;
  sync: Sync;
  /** The id of the heading, for `aria-labelledby`. */
  titleId: string;
  onClose: () => void;
};

/** Sync times, coverage, findings, and actions of a connection. */
export function SyncDetails({ connection, sync, titleId, onClose }: SyncDetailsProps): ReactNode {
  const go = useGoTo();
  const { safe_mode } = useStart();
  const nameOf = useConnectionName();
  const ways = useConnectionActions(connection.id);
  const title = useRef<HTMLHeadingElement>(null);
  const { state, start, stop } = sync;
  const heading = (
    <h2 ref={title} id={titleId} tabIndex={-1} className={styles.title}>
      <Trans>Library</Trans>{" "}
      <span className={styles.of} dir="auto">
        {nameOf(connection)}
      </span>
    </h2>
  );
  if (!state) {
    return (
      <>
        {heading}
        {safe_mode && <ProblemInline problem={makeProblem("safe_mode")} />}
      </>
    );
  }
  const { running, unfinished, problem, synced_at, full_at, reports } = state;
  const goOn = () => {
    start(unfinished === null ? "light" : "full");
    // The button disappears with the problem.
    title.current?.focus();
  };
  return (
    <ProblemActionsProvider actions={ways}>
      {heading}
      <dl className={styles.facts}>
        <dt>
          <Trans>Known reports</Trans>
        </dt>
        <dd>
          <Plural value={reports} one="# report" other="# reports" />
        </dd>
        <dt>
          <Trans>Last sync</Trans>
        </dt>
        <dd>{synced_at === null ? <Trans>Not yet</Trans> : <DateText value={synced_at} />}</dd>
        <dt>
          <Trans>Last sync of everything</Trans>
        </dt>
        <dd>{full_at === null ? <Trans>Not yet</Trans> : <DateText value={full_at} />}</dd>
      </dl>
      <p className={styles.note}>
        <HowComplete completeness={state.completeness} />
      </p>
      {synced_at !== null && <Found connection={connection.id} found={state.found} onGo={onClose} />}
      {running && (
        <p>
          <Progress connection={connection.id} running={running} lineClass={styles.line} />
        </p>
      )}
      {problem && !running && <ProblemInline problem={problem} actions={{ retry: goOn }} />}
      <div className={styles.acts}>
        {/* One button for both states, so that it keeps the focus. */}
        <Button onPress={running ? stop : () => start("light")}>
          {running ? <Trans>Stop</Trans> : <Trans>Read what is new</Trans>}
        </Button>
        <Button
          variant={full_at === null ? "primary" : "secondary"}
          isPending={running?.kind === "full"}
          isDisabled={running?.kind === "light"}
          onPress={() => start("full")}
        >
          {unfinished === null ? <Trans>Sync all</Trans> : <Trans>Continue</Trans>}
        </Button>
        <Button
          variant="quiet"
          onPress={() => {
            onClose();
            go("/settings");
          }}
        >
          <Trans>Settings</Trans>
        </Button>
      </div>
    </ProblemActionsProvider>
  );
}

/** How sure it is that the library knows every report of a connection. */
function HowComplete({ completeness }: { completeness: Completeness }) {
  switch (completeness) {
    case "whole":
      return <Trans>At the last sync of everything, the library had every report of the service.</Trans>;
    case "first_page_only":
      return (
        <Trans>
          The service shows no further pages, so there may be more reports than the library knows. What is missing from
          its list is not taken for deleted.
        </Trans>
      );
    case "unsettled":
      return (
        <Trans>The account changed much while it was read, so some reports may be missing. Sync all once more.</Trans>
      );
    case "unknown":
      return (
        <Trans>
          Not everything has been read yet: history, the fix list and offline have only what you looked at so far.
        </Trans>
      );
  }
}

/** Findings of the last sync, with links. */
function Found({ connection, found, onGo }: { connection: string; found: SyncFound; onGo: () => void }) {
  const since = `${changesPath(connection)}?since=last_time`;
  const all = [
    { count: found.new, label: <Plural value={found.new} one="# new" other="# new" />, href: `${since}&change=new` },
    { count: found.changed, label: <Plural value={found.changed} one="# changed" other="# changed" />, href: since },
    {
      count: found.worse,
      label: <Plural value={found.worse} one="# worse" other="# worse" />,
      href: `${since}&change=worse`,
    },
    {
      count: found.gone,
      label: <Plural value={found.gone} one="# gone" other="# gone" />,
      href: `${since}&change=gone`,
    },
  ].filter(({ count }) => count > 0);
  if (all.length === 0) {
    return (
      <p className={styles.note}>
        <Trans>The last sync found nothing new.</Trans>
      </p>
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
    </div>
  );
}
