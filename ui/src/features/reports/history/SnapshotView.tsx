import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { Snapshot } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { ProblemView } from "../../../shared/problems";
import { CheckList } from "../panel/CheckList";
import note from "./note.module.css";
import { ReportFacts } from "./ReportFacts";
import styles from "./SnapshotView.module.css";

export function SnapshotView({ id, snapshot }: { id: string; snapshot: Snapshot }) {
  const host = useHost();
  const { id: connection } = useConnection();
  const { number, failed } = snapshot;
  const { data, error, refetch } = useQuery({
    queryKey: keys.library.snapshot(connection, id, number),
    queryFn: () => host.call("snapshot_read", { connection, id, number }),
  });
  return (
    <div>
      <ReportFacts snapshot={snapshot} />
      <div className={styles.checks}>
        {failed === null ? (
          <p className={note.note}>
            <Trans>This snapshot has no checks.</Trans>
          </p>
        ) : data ? (
          <CheckList checks={data.checks} />
        ) : error ? (
          <ProblemView problem={problemOf(error)} actions={{ retry: () => void refetch() }} />
        ) : (
          <Skeleton rows={6} />
        )}
      </div>
    </div>
  );
}
