import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueries } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button, DateText, EmptyState, LiveText, Select, Skeleton } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Connection, SyncState } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { isOldSync, useSync, useSyncs } from "../../shared/data/sync";
import { askForPage } from "../../shared/lists/library-list";
import { publicReportsPath, reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { ProblemView } from "../../shared/problems";
import { Screen } from "../../shared/screen/Screen";
import { PublicReports } from "./PublicReports";
import styles from "./PublicReportsScreen.module.css";
import { queryOf } from "./query";

/** Stands for all connections. */
const ALL = "";

/** The public reports of one connection or all, with an action to make them private. */
export function PublicReportsScreen(): ReactNode {
  const { t } = useLingui();
  const go = useGoTo();
  const nameOf = useConnectionName();
  const connections = useConnections();
  const { connection: wanted }: { connection?: unknown } = useSearch({ strict: false });
  const only = connections.find(({ id }) => id === wanted);
  const shown = only ? [only] : connections;
  const { read, failure, counts, unknown, states, isThere, total, isSure, fullAt } = usePublicReports(shown);
  const isEmpty = total === 0 && isSure;
  const hint = isThere && !isEmpty && (
    <p className={styles.hint}>
      <Trans>Anyone with the link can see a public report. You’ll review changes before they’re made.</Trans>
    </p>
  );
  useCommand("reload", read);

  return (
    <Screen
      title={t`Public reports`}
      back={reportsPath(only?.id ?? null)}
      count={isThere ? total : undefined}
      toolbar={
        (connections.length > 1 || hint) && (
          <div className={styles.tools}>
            {connections.length > 1 && (
              <Select
                aria-label={t`Connection`}
                options={[
                  { value: ALL, label: t`All connections` },
                  ...connections.map((connection) => ({ value: connection.id, label: nameOf(connection) })),
                ]}
                value={only?.id ?? ALL}
                onChange={(id) => go(publicReportsPath(id || undefined), { replace: true })}
              />
            )}
            {hint}
          </div>
        )
      }
      hasFailed={failure !== undefined}
    >
      <LiveText>
        {isThere && <Plural value={total} _0="No public reports" one="# public report" other="# public reports" />}
      </LiveText>
      {failure ? (
        <ProblemView problem={problemOf(failure)} actions={{ retry: read }} />
      ) : !isThere ? (
        <Skeleton rows={shown.length * 2} />
      ) : isEmpty && fullAt ? (
        <EmptyState
          drawing="reports"
          title={
            <Trans>
              No public reports found as of <DateText value={fullAt} isInText />
            </Trans>
          }
          action={<SyncOld states={states} />}
        >
          {only ? (
            <Trans>No public reports found in this connection.</Trans>
          ) : (
            <Trans>No public reports found in any connection.</Trans>
          )}
        </EmptyState>
      ) : (
        <table className={styles.table} aria-label={t`Public reports`}>
          <thead>
            <tr>
              <th scope="col">{t`Connection`}</th>
              <th scope="col" className={styles.count}>{t`Public reports`}</th>
              <th scope="col" className={styles.synced}>
                {t({ message: "Last full sync", context: "column" })}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {shown.map((connection, index) => (
              <PublicReports
                key={connection.id}
                connection={connection}
                count={counts[index] ?? 0}
                unknown={unknown[index] ?? 0}
                isOnly={shown.length === 1}
              />
            ))}
          </tbody>
        </table>
      )}
    </Screen>
  );
}

/** Public reports of these connections in the library. */
function usePublicReports(shown: readonly Connection[]) {
  const host = useHost();
  const syncs = useSyncs();
  const [{ stale_days }] = usePreferences();
  const pages = useQueries({ queries: shown.map(({ id }) => askForPage(host, queryOf(id))) });
  const overviews = useQueries({
    queries: shown.map(({ id }) => {
      const query = { connection: id, stale_days, utc_offset: -new Date().getTimezoneOffset() };
      return {
        queryKey: keys.library.overview(query),
        queryFn: ({ signal }: { signal: AbortSignal }) => host.call("overview_read", query, { signal }),
        staleTime: 0,
      };
    }),
  });
  const read = () => {
    for (const one of [...pages, ...overviews]) void one.refetch();
  };

  const failure = [...pages, ...overviews].find(({ error, isFetching }) => error && !isFetching)?.error;
  const counts = pages.flatMap(({ data }) => data?.total ?? []);
  const unknown = overviews.flatMap(({ data }) => data?.privacy_unknown ?? []);
  const isThere = syncs !== undefined && counts.length === shown.length && unknown.length === shown.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const states = shown.flatMap(({ id }) => syncs?.find(({ connection }) => connection === id) ?? []);
  const fullAt = states.map(({ full_at }) => full_at ?? "").sort()[0];
  const isSure =
    states.length === shown.length &&
    states.every(({ completeness }) => completeness === "whole") &&
    unknown.every((count) => count === 0);
  return { read, failure, counts, unknown, states, isThere, total, isSure, fullAt };
}

/** Runs a full sync of connections whose last one is old. */
function SyncOld({ states }: { states: SyncState[] }) {
  const old = states.filter(isOldSync);
  return old.map(({ connection }) => <SyncAll key={connection} connection={connection} isOnly={old.length === 1} />);
}

function SyncAll({ connection: id, isOnly }: { connection: string; isOnly: boolean }) {
  const { state, start } = useSync(id);
  const nameOf = useConnectionName();
  const connection = useConnections().find((one) => one.id === id);
  const name = connection ? nameOf(connection) : "";
  return (
    <Button isPending={state?.running != null} onPress={() => start("full")}>
      {isOnly ? <Trans>Sync all reports</Trans> : <Trans>Sync {name}</Trans>}
    </Button>
  );
}
