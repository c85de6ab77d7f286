import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueries } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState, LiveText, ProblemView, Select, Skeleton } from "../../components";
import { problemOf, useHost } from "../../host";
import { useCommand } from "../../shared/commands";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { useSyncs } from "../../shared/data/sync";
import { askForPage } from "../../shared/lists/library-list";
import { sweepOf } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { Screen } from "../../shared/screen/Screen";
import { PublicReports } from "./PublicReports";
import styles from "./PublicReportsScreen.module.css";
import { queryOf } from "./query";

/** Stands for all connections. */
const ALL = "";

/** The public reports of one connection or all, with an action to make them private. */
export function SweepScreen(): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const nameOf = useConnectionName();
  const connections = useConnections();
  const syncs = useSyncs();
  const { connection: wanted }: { connection?: unknown } = useSearch({ strict: false });
  const only = connections.find(({ id }) => id === wanted);
  const shown = only ? [only] : connections;
  const pages = useQueries({ queries: shown.map(({ id }) => askForPage(host, queryOf(id))) });
  const read = () => {
    for (const page of pages) void page.refetch();
  };
  useCommand("read_again", read);

  const failure = pages.find(({ error, isFetching }) => error && !isFetching)?.error;
  const counts = pages.flatMap(({ data }) => data?.total ?? []);
  const isThere = syncs !== undefined && counts.length === shown.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isWhole = shown.every(({ id }) => syncs?.find(({ connection }) => connection === id)?.completeness === "whole");

  return (
    <Screen
      title={t`Public reports`}
      count={isThere ? total : undefined}
      toolbar={
        connections.length > 1 && (
          <Select
            aria-label={t`Connection`}
            options={[
              { value: ALL, label: t`All connections` },
              ...connections.map((connection) => ({ value: connection.id, label: nameOf(connection) })),
            ]}
            value={only?.id ?? ALL}
            onChange={(id) => go(sweepOf(id || undefined), { replace: true })}
          />
        )
      }
    >
      <LiveText>
        {isThere && <Plural value={total} _0="No public reports" one="# public report" other="# public reports" />}
      </LiveText>
      {failure ? (
        <ProblemView problem={problemOf(failure)} actions={{ retry: read }} />
      ) : !isThere ? (
        <Skeleton rows={shown.length * 2} />
      ) : total === 0 && isWhole ? (
        <EmptyState icon={ShieldCheck} title={<Trans>Nothing is public</Trans>}>
          {only ? (
            <Trans>No report of this connection can be seen by everyone who has its link.</Trans>
          ) : (
            <Trans>No report of any connection can be seen by everyone who has its link.</Trans>
          )}
        </EmptyState>
      ) : (
        <div className={styles.content}>
          <p className={styles.hint}>
            <Trans>
              Everyone who has the link of a public report can see it. Before anything is changed you see what would be.
            </Trans>
          </p>
          <ul className={styles.list}>
            {shown.map((connection, index) => (
              <PublicReports key={connection.id} connection={connection} count={counts[index] ?? 0} />
            ))}
          </ul>
        </div>
      )}
    </Screen>
  );
}
