import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Select, Skeleton } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { CheckChange, CheckChangeKind, Snapshot } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { ProblemView } from "../../../shared/problems";
import { CheckChangeItem } from "./CheckChangeItem";
import { FieldChanges } from "./FieldChanges";
import styles from "./History.module.css";

type ComparisonProps = {
  id: string;
  snapshots: readonly Snapshot[];
  before: Snapshot;
  after: Snapshot;
  onChoose: (pair: { before: number; after: number }) => void;
};

const KINDS: readonly CheckChangeKind[] = ["broken", "mended", "changed", "added", "removed"];

/** The differences between two of a report's snapshots. */
export function ComparisonView({ id, snapshots, before, after, onChoose }: ComparisonProps) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const { id: connection } = useConnection();
  const pair = { before: before.number, after: after.number };
  const { data, error, refetch } = useQuery({
    queryKey: keys.library.comparison(connection, id, pair.before, pair.after),
    queryFn: () => host.call("snapshots_compare", { connection, id, ...pair }),
  });
  const options = snapshots.map(({ number, seen_at, row: { score } }) => {
    const date = i18n.date(new Date(seen_at), { dateStyle: "medium", timeStyle: "short" });
    if (score === null) return { value: number, label: date };
    return { value: number, label: t`${date} (${i18n.number(score, { maximumFractionDigits: 0 })})` };
  });
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t`Before`}
          options={options}
          value={pair.before}
          onChange={(number) => onChoose({ ...pair, before: number })}
        />
        <Select
          label={t`After`}
          options={options}
          value={pair.after}
          onChange={(number) => onChoose({ ...pair, after: number })}
        />
      </div>
      {data ? (
        <>
          <FieldChanges before={data.before} after={data.after} />
          {KINDS.map((kind) => (
            <Group key={kind} kind={kind} changes={data.checks.filter((change) => change.kind === kind)} />
          ))}
          <p className={styles.note}>
            {data.checks.length === 0 && data.same === 0 ? (
              <Trans>The checks were not seen at one of these times.</Trans>
            ) : (
              <Plural value={data.same} one="# check is the same" other="# checks are the same" />
            )}
          </p>
        </>
      ) : error ? (
        <ProblemView problem={problemOf(error)} actions={{ retry: () => void refetch() }} />
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  );
}

function Group({ kind, changes }: { kind: CheckChangeKind; changes: readonly CheckChange[] }) {
  if (changes.length === 0) return null;
  const count = changes.length;
  const title = {
    broken: <Plural value={count} one="# check fails now" other="# checks fail now" />,
    mended: <Plural value={count} one="# check passes now" other="# checks pass now" />,
    changed: <Plural value={count} one="# check found something else" other="# checks found something else" />,
    added: <Plural value={count} one="# check is new" other="# checks are new" />,
    removed: <Plural value={count} one="# check is not there any more" other="# checks are not there any more" />,
  }[kind];
  return (
    <section>
      <h4 className={styles.kind}>{title}</h4>
      <ul>
        {changes.map((change) => (
          <li key={change.name}>
            <CheckChangeItem change={change} />
          </li>
        ))}
      </ul>
    </section>
  );
}
