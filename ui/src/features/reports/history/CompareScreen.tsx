import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import { Link, VisuallyHidden } from "react-aria-components";
import { AddressLine, Button, readable, Skeleton, Stamp, splitAddress } from "../../../components";
import { classes } from "../../../components/class-names";
import link from "../../../components/text/link.module.css";
import { problemOf, useHost } from "../../../host";
import type { ReportRef, Snapshot } from "../../../host/contract";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { comparePath, reportPath, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { ProblemView } from "../../../shared/problems";
import { Screen } from "../../../shared/screen/Screen";
import styles from "./CompareScreen.module.css";
import { ComparisonActions, ComparisonBody } from "./ComparisonView";
import { Measured } from "./Measured";

/** The differences between two reports, of one connection or of two, as they were last saved. */
export function CompareScreen() {
  const { t } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const all = useConnections();
  const connectionName = useConnectionName();
  const { connection } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const text = (name: string) => String(search[name] ?? "");
  const before = { connection: connection ?? text("before_in"), id: text("before") };
  const after = { connection: connection ?? text("after_in"), id: text("after") };
  const { data, error, refetch } = useQuery({
    queryKey: keys.library.comparedReports({ before, after }),
    queryFn: ({ signal }) => host.call("reports_compare", { before, after }, { signal }),
    staleTime: 0,
  });
  const names = [before, after].map((report) => {
    const known = all.find(({ id }) => id === report.connection);
    return known ? connectionName(known) : report.connection;
  });
  const connections = before.connection === after.connection ? [] : names;
  return (
    <Screen
      title={<Trans>Comparison</Trans>}
      back={reportsPath(connection ?? null)}
      actions={
        <>
          {data && (
            <ComparisonActions
              comparison={data}
              forClient={{
                of: { kind: "two_reports", before, after },
                title: `${readable(data.before.row.address)} – ${readable(data.after.row.address)}`,
              }}
              connections={connections}
            />
          )}
          <Button icon={ArrowLeftRight} onPress={() => go(comparePath(after, before), { replace: true })}>
            <Trans>Swap</Trans>
          </Button>
        </>
      }
      hasFailed={!data && error !== null}
    >
      {data ? (
        <Measured wideFrom={664} className={styles.compared}>
          <VisuallyHidden elementType="h2">
            <Trans>Differences</Trans>
          </VisuallyHidden>
          <ComparisonBody
            comparison={data}
            head={
              <dl className={styles.sides}>
                <Side name={t`First`} report={before} connection={connections[0]} of={data.before} />
                <Side name={t`Second`} report={after} connection={connections[1]} of={data.after} />
              </dl>
            }
            onCheck={({ name, kind }) => {
              const report = kind === "fixed" ? before : after;
              go(reportPath(report.connection, report.id, { check: name }));
            }}
          />
        </Measured>
      ) : error ? (
        <ProblemView problem={problemOf(error)} actions={{ retry: () => void refetch() }} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Screen>
  );
}

type SideProps = {
  name: string;
  report: ReportRef;
  /** The connection's name, if the other side has another. */
  connection: string | undefined;
  of: Snapshot;
};

function Side({ name, report, connection, of: { row } }: SideProps) {
  const { host, path } = splitAddress(readable(row.address));
  return (
    <div className={styles.side}>
      <dt>{name}</dt>
      <dd className={styles.stamped}>
        <Stamp score={row.score} verdict={row.verdict} size="medium" />
      </dd>
      <dd>
        <Link className={classes(link.link, styles.address)} href={reportPath(report.connection, report.id)} dir="ltr">
          {path !== "/" && <span className={styles.host}>{host}</span>}
          <AddressLine address={row.address} isWithoutHost />
        </Link>
        {connection !== undefined && (
          <div className={styles.connection} dir="auto">
            {connection}
          </div>
        )}
      </dd>
    </div>
  );
}
