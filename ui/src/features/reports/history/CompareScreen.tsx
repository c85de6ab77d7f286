import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useCanGoBack, useRouter, useSearch } from "@tanstack/react-router";
import { ArrowLeft, ArrowLeftRight } from "lucide-react";
import { Link, VisuallyHidden } from "react-aria-components";
import { AddressText, Button, Skeleton } from "../../../components";
import link from "../../../components/text/link.module.css";
import { problemOf, useHost } from "../../../host";
import type { Snapshot } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { comparePath, reportPath, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { ProblemView } from "../../../shared/problems";
import { Screen } from "../../../shared/screen/Screen";
import { ComparisonBody } from "./ComparisonView";
import styles from "./History.module.css";

/** The differences between two reports, as they were last saved. */
export function CompareScreen() {
  const { t } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const { id: connection } = useConnection();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const [before, after] = [String(search.before ?? ""), String(search.after ?? "")];
  const { data, error, refetch } = useQuery({
    queryKey: keys.library.comparedReports(connection, before, after),
    queryFn: ({ signal }) => host.call("reports_compare", { connection, before, after }, { signal }),
    staleTime: 0,
  });
  return (
    <Screen
      title={<Trans>Comparison</Trans>}
      actions={
        <>
          <Back />
          <Button icon={ArrowLeftRight} onPress={() => go(comparePath(connection, after, before), { replace: true })}>
            <Trans>Swap</Trans>
          </Button>
        </>
      }
      hasFailed={!data && error !== null}
    >
      {data ? (
        <div className={styles.compared}>
          <VisuallyHidden elementType="h2">
            <Trans>Differences</Trans>
          </VisuallyHidden>
          <ComparisonBody
            comparison={data}
            level={3}
            head={
              <dl className={styles.sides}>
                <Side name={t`First`} connection={connection} of={data.before} />
                <Side name={t`Second`} connection={connection} of={data.after} />
              </dl>
            }
            onCheck={({ name, kind }) => {
              const { row } = kind === "mended" ? data.before : data.after;
              go(reportPath(connection, row.id, { check: name }));
            }}
          />
        </div>
      ) : error ? (
        <ProblemView problem={problemOf(error)} actions={{ retry: () => void refetch() }} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Screen>
  );
}

/** Goes back to the list with its selection, or to the reports if the app started here. */
function Back() {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const go = useGoTo();
  const { id } = useConnection();
  return (
    <Button icon={ArrowLeft} onPress={() => (canGoBack ? history.back() : go(reportsPath(id)))}>
      <Trans>Reports</Trans>
    </Button>
  );
}

function Side({ name, connection, of: { row } }: { name: string; connection: string; of: Snapshot }) {
  return (
    <div className={styles.side}>
      <dt>{name}</dt>
      <dd>
        <Link className={link.link} href={reportPath(connection, row.id)} dir="ltr">
          <AddressText address={row.address} />
        </Link>
      </dd>
    </div>
  );
}
