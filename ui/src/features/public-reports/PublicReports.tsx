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

/** The number of public reports in the library, with actions. */
export function PublicReports({ connection, count, unknown, isOnly }: PublicReportsProps) {
  const { t } = useLingui();
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
  return (
    <li className={styles.connection} aria-label={name}>
      <div className={styles.facts}>
        <h2 className={styles.name} dir="auto">
          {name}
        </h2>
        <Counts count={count} unknown={unknown} reports={state.reports} />
        <DataFreshness state={state} />
      </div>
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
    </li>
  );
}

function Counts({ count, unknown, reports }: Pick<PublicReportsProps, "count" | "unknown"> & { reports: number }) {
  const { i18n } = useLingui();
  const known = i18n.number(reports);
  return (
    <>
      <p>
        {count > 0 ? (
          <Plural value={count} one={`# of ${known} reports is public`} other={`# of ${known} reports are public`} />
        ) : (
          <Plural
            value={reports}
            _0="No reports synced yet."
            one="The only report isn’t public."
            other="None of # reports are public."
          />
        )}
      </p>
      {unknown > 0 && (
        <p>
          <Plural
            value={unknown}
            one="Who can see # report is unknown. It may be public."
            other="Who can see # reports is unknown. They may be public."
          />
        </p>
      )}
    </>
  );
}

/** How complete and recent the saved data is. */
function DataFreshness({ state }: { state: SyncState }) {
  const { completeness, full_at, problem, running } = state;
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
      {full_at && (
        <p className={styles.hint}>
          <Trans>
            Last full sync: <DateText value={full_at} isInText />
          </Trans>
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
