import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { List, Lock } from "lucide-react";
import { Button, DateText, PROBLEMS } from "../../components";
import type { Connection, SyncState } from "../../host/contract";
import { useConnectionName } from "../../shared/data/connection";
import { useSync } from "../../shared/data/sync";
import { libraryOf } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { usePlanning } from "../../shared/planning/use-planning";
import { Progress } from "../../shared/sync/Progress";
import styles from "./PublicReportsScreen.module.css";
import { queryOf } from "./query";

/** How many reports of a connection are public as far as the library knows, and what can be done about it. */
export function PublicReports({ connection, count }: { connection: Connection; count: number }) {
  const { t, i18n } = useLingui();
  const go = useGoTo();
  const name = useConnectionName()(connection);
  const { state, start } = useSync(connection.id);
  const { plan, isPlanning } = usePlanning();
  const makePrivate = () =>
    plan({
      connection: connection.id,
      source: { kind: "library", query: queryOf(connection.id) },
      wish: { kind: "privacy", privacy: "private" },
      password: null,
      keep_passwords: false,
    });

  if (!state) return null;
  const known = i18n.number(state.reports);
  const isRead = state.completeness !== "unknown";
  return (
    <li className={styles.connection} aria-label={name}>
      <div className={styles.facts}>
        <h2 className={styles.name} dir="auto">
          {name}
        </h2>
        <p>
          {count > 0 ? (
            <Plural
              value={count}
              one={`# of ${known} known reports is public.`}
              other={`# of ${known} known reports are public.`}
            />
          ) : (
            <Plural
              value={state.reports}
              _0="No report is known yet."
              one="The # report that is known is not public."
              other="None of # known reports is public."
            />
          )}
        </p>
        <Standing state={state} />
      </div>
      <div className={styles.actions}>
        {state.running ? (
          <span className={styles.hint}>
            <Progress connection={connection.id} running={state.running} />
          </span>
        ) : (
          !isRead && (
            <Button variant="primary" onPress={() => start("full")}>
              {state.unfinished === null ? <Trans>Read all reports</Trans> : <Trans>Go on reading</Trans>}
            </Button>
          )
        )}
        {count > 0 && (
          <>
            <Button
              icon={List}
              aria-label={t`Show the public reports of ${name}`}
              onPress={() => go(libraryOf({ connection: connection.id, privacy: "public" }))}
            >
              <Trans>Show</Trans>
            </Button>
            <Button
              icon={Lock}
              variant={isRead ? "primary" : "secondary"}
              aria-label={t`Make private: ${name}`}
              onPress={makePrivate}
              isPending={isPlanning}
            >
              <Trans>Make private</Trans>
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

/** How far what the library knows can be relied on. */
function Standing({ state: { completeness, synced_at, problem, running } }: { state: SyncState }) {
  const { i18n } = useLingui();
  const said = {
    whole: null,
    unknown: (
      <Trans>Assay has not read all reports of this connection: there may be public ones that are not counted.</Trans>
    ),
    first_page_only: <Trans>The service shows no more than the first page of its list: there may be more.</Trans>,
    unsettled: <Trans>The list changed while it was read: a report may be missing.</Trans>,
  }[completeness];
  return (
    <p className={styles.hint}>
      {synced_at && (
        <Trans>
          Synced <DateText value={synced_at} isInText />.
        </Trans>
      )}{" "}
      {said} {problem && !running && <Trans>The last sync ended early: {i18n._(PROBLEMS[problem.code].title)}.</Trans>}
    </p>
  );
}
