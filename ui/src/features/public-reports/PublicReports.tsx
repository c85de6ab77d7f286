import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { List, Lock } from "lucide-react";
import { Button, DateText } from "../../components";
import type { Connection, SyncState } from "../../host/contract";
import { useConnectionName } from "../../shared/data/connection";
import { isOldSync, useSync } from "../../shared/data/sync";
import { reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { usePlanning } from "../../shared/planning/use-planning";
import { PROBLEMS } from "../../shared/problems";
import { isPart, Part } from "../../shared/sync/KnownPart";
import { Progress } from "../../shared/sync/Progress";
import styles from "./PublicReportsScreen.module.css";
import { queryOf } from "./query";

type PublicReportsProps = {
  connection: Connection;
  count: number;
  /** Reports whose privacy is unknown. */
  unknown: number;
  /** No other connection is shown. */
  isOnly: boolean;
};

/** A connection's row: its public reports in the library, with actions. */
export function PublicReports({ connection, count, unknown, isOnly }: PublicReportsProps) {
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
  const isRead = state.completeness !== "unknown";
  const isSure = state.completeness === "whole";
  const [some, all] = [i18n.number(count), i18n.number(state.reports)];
  return (
    <tr>
      <th scope="row">
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <Notes state={state} unknown={unknown} />
      </th>
      <td className={styles.count}>{state.reports > 0 ? t`${some} of ${all}` : "–"}</td>
      <td className={styles.synced}>{state.full_at ? <DateText value={state.full_at} /> : "–"}</td>
      <td>
        <div className={styles.actions}>
          {state.running ? (
            <span className={styles.hint}>
              <Progress connection={connection.id} running={state.running} />
            </span>
          ) : (
            (!isSure || isOldSync(state)) && (
              <Button
                variant={isRead || !isOnly ? "secondary" : "primary"}
                aria-label={t`Sync all reports of ${name}`}
                onPress={() => start("full")}
              >
                {state.unfinished === null ? <Trans>Sync all reports</Trans> : <Trans>Resume</Trans>}
              </Button>
            )
          )}
          {count > 0 && (
            <>
              <Button
                icon={List}
                aria-label={t`Show public reports of ${name}`}
                onPress={() => go(reportsPath(connection.id, { privacy: "public" }))}
              >
                <Trans>Show</Trans>
              </Button>
              <Button
                icon={Lock}
                variant={isRead && isOnly ? "primary" : "secondary"}
                aria-label={t`Make private: ${name}`}
                onPress={makePrivate}
                isPending={isPlanning}
              >
                <Trans>Make private…</Trans>
              </Button>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}

/** Reasons why there may be more public reports. */
function Notes({ state, unknown }: { state: SyncState; unknown: number }) {
  const { completeness, problem, running } = state;
  const { i18n } = useLingui();
  const said = {
    whole: null,
    unknown: <Trans>Not fully synced. There may be more public reports.</Trans>,
    first_page_only: <Trans>The service only returns the first page, so there may be more.</Trans>,
    unsettled: <Trans>The list changed during the sync; a report may be missing.</Trans>,
    outdated: <Trans>Reports may have changed since.</Trans>,
  }[completeness];
  return (
    <>
      {unknown > 0 && (
        <p className={styles.hint}>
          <Plural
            value={unknown}
            one="Who can see # report is unknown. It may be public."
            other="Who can see # reports is unknown. They may be public."
          />
        </p>
      )}
      <p className={styles.hint}>
        {isPart(state) && (
          <>
            <Part states={[state]} />.{" "}
          </>
        )}
        {said} {problem && !running && <Trans>Last sync stopped: {i18n._(PROBLEMS[problem.code].title)}.</Trans>}
      </p>
    </>
  );
}
