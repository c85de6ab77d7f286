import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CopyButton, Select, Skeleton } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { CheckChange, CheckChangeKind, Snapshot } from "../../../host/contract";
import { useGuide } from "../../../shared/checks/guide";
import { useConnection } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { ProblemView } from "../../../shared/problems";
import { comparisonMarkdown } from "../markdown";
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
  const guide = useGuide();
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
              <Trans>One of these snapshots has no checks.</Trans>
            ) : (
              <Plural value={data.same} one="# unchanged" other="# unchanged" />
            )}
          </p>
          <CopyButton text={() => comparisonMarkdown(i18n, guide, data)}>{t`Copy as Markdown`}</CopyButton>
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
    broken: <Plural value={count} one="# new failure" other="# new failures" />,
    mended: <Plural value={count} one="# fixed" other="# fixed" />,
    changed: <Plural value={count} one="# changed" other="# changed" />,
    added: <Plural value={count} one="# new check" other="# new checks" />,
    removed: <Plural value={count} one="# check removed" other="# checks removed" />,
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
