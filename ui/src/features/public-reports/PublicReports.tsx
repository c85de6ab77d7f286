import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Lock } from "lucide-react";
import { Link } from "react-aria-components";
import { Button, DateText, Meter } from "../../components";
import { classes } from "../../components/class-names";
import { Tile } from "../../components/marks/Tile";
import link from "../../components/text/link.module.css";
import type { Connection, SyncState } from "../../host/contract";
import { useConnectionName } from "../../shared/data/connection";
import { isOldSync, useSync } from "../../shared/data/sync";
import { reportsPath } from "../../shared/navigation/routes";
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
        <div className={styles.connection}>
          <Tile id={connection.id} name={name} form="soft" />
          <div>
            {count > 0 ? (
              <Link
                className={classes(link.link, styles.name)}
                href={reportsPath(connection.id, { privacy: "public" })}
                dir="auto"
              >
                {name}
              </Link>
            ) : (
              <span className={styles.name} dir="auto">
                {name}
              </span>
            )}
            <Notes state={state} unknown={unknown} />
          </div>
        </div>
      </th>
      <td className={styles.count}>
        <div className={styles.share}>
          {state.reports > 0 && <Meter share={count / state.reports} />}
          <span className={styles.figure}>{state.reports > 0 ? t`${some} of ${all}` : "–"}</span>
        </div>
      </td>
      <td className={styles.synced}>{state.full_at ? <DateText value={state.full_at} /> : "–"}</td>
      <td>
        <div className={styles.actions} data-quiet={!isOnly || undefined}>
          {state.running ? (
            <span className={styles.hint}>
              <Progress connection={connection.id} running={state.running} />
            </span>
          ) : (
            (!isSure || isOldSync(state)) && (
              <Button
                variant={isRead || !isOnly ? "quiet" : "primary"}
                aria-label={t`Sync all reports of ${name}`}
                onPress={() => start("full")}
              >
                {state.unfinished === null ? <Trans>Sync all reports</Trans> : <Trans>Resume</Trans>}
              </Button>
            )
          )}
          {count > 0 && (
            <Button
              icon={Lock}
              variant={isRead && isOnly ? "primary" : "quiet"}
              aria-label={t`Make private: ${name}`}
              onPress={makePrivate}
              isPending={isPlanning}
            >
              <Trans>Make private…</Trans>
            </Button>
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
