import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, ChevronLeft, ChevronRight, FileUser, type LucideIcon } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { Heading } from "react-aria-components";
import { Button, CopyButton, Figures, ImportanceMark, Select, Skeleton, Stamp } from "../../../components";
import { classes } from "../../../components/class-names";
import { problemOf, useHost } from "../../../host";
import type { CheckChange, CheckChangeKind, Comparison, Importance, Snapshot } from "../../../host/contract";
import { useGuide } from "../../../shared/checks/guide";
import { ImportanceGroupName } from "../../../shared/checks/ImportanceGroupName";
import { useConnection } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { type ClientReportAsk, useClientReport } from "../../../shared/export/export";
import { useMoments } from "../../../shared/moments/use-moments";
import { ProblemView } from "../../../shared/problems";
import groupHead from "../group-head.module.css";
import { comparisonMarkdown } from "../markdown";
import { usePanelSearch } from "../panel/use-panel-search";
import actions from "./actions.module.css";
import { ChangeArrow, TwoReports } from "./ChangeArrow";
import { CheckChangeItem } from "./CheckChangeItem";
import styles from "./ComparisonView.module.css";
import { DIFFERENCES, importanceOf, momentTexts, snapshotAt } from "./changes";
import { FieldChanges } from "./FieldChanges";
import note from "./note.module.css";

type ComparisonProps = {
  id: string;
  snapshots: readonly Snapshot[];
  before: Snapshot;
  after: Snapshot;
  onChoose: (pair: { before: number; after: number }) => void;
};

const KINDS: readonly CheckChangeKind[] = ["broken", "fixed", "changed", "added", "removed"];
const IMPORTANCES = ["high", "medium", "low"] as const;
const KINDS_OF_TWO = Object.keys(DIFFERENCES) as CheckChangeKind[];

/** The differences between two of a report's snapshots. */
export function ComparisonView({ id, snapshots, before, after, onChoose }: ComparisonProps) {
  const host = useHost();
  const { id: connection } = useConnection();
  const { showCheck } = usePanelSearch();
  const pair = { before: before.number, after: after.number };
  const { data, error, refetch } = useQuery({
    queryKey: keys.library.comparison(connection, id, pair.before, pair.after),
    queryFn: ({ signal }) => host.call("snapshots_compare", { connection, id, ...pair }, { signal }),
  });
  return (
    <>
      <States snapshots={snapshots} before={before} after={after} onChoose={onChoose} />
      {data ? (
        <>
          <ComparisonBody comparison={data} onCheck={({ name }) => showCheck(name)} />
          <div className={actions.actions}>
            <ComparisonActions
              comparison={data}
              forClient={{ of: { kind: "comparison", connection, id, ...pair }, title: data.after.row.address }}
            />
          </div>
        </>
      ) : error ? (
        <ProblemView problem={problemOf(error)} actions={{ retry: () => void refetch() }} />
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  );
}

type ActionsProps = {
  comparison: Comparison;
  /** The report of it for a client. */
  forClient: ClientReportAsk;
  /** Of two reports: the names of their connections, if these differ. */
  connections?: readonly string[];
};

/** Copies the comparison, or makes a report of it for a client. */
export function ComparisonActions({ comparison, forClient, connections }: ActionsProps) {
  const { t, i18n } = useLingui();
  const reportToClient = useClientReport();
  const guide = useGuide();
  return (
    <>
      <CopyButton variant="quiet" text={() => comparisonMarkdown(i18n, guide, comparison, connections)}>
        {t`Copy as Markdown`}
      </CopyButton>
      <Button variant="quiet" icon={FileUser} onPress={() => reportToClient(forClient)}>
        <Trans>Client report…</Trans>
      </Button>
    </>
  );
}

type BodyProps = {
  comparison: Comparison;
  /** Opens the report at a check. */
  onCheck: (change: CheckChange) => void;
  /** Of two reports: names them, above the differences. */
  head?: ReactNode;
};

/** The differences: figures, fields, and checks. */
export function ComparisonBody({ comparison, onCheck, head }: BodyProps) {
  const { before, after, checks, same } = comparison;
  const areTwo = head !== undefined;
  return (
    <TwoReports value={areTwo}>
      {head}
      <Counts comparison={comparison} />
      <FieldChanges before={before} after={after} />
      {(areTwo ? KINDS_OF_TWO : KINDS).map((kind) => (
        <Group key={kind} kind={kind} changes={checks.filter((change) => change.kind === kind)} onCheck={onCheck} />
      ))}
      {checks.length === 0 && same === 0 && (
        <p className={note.note}>
          <Trans>One of them has no checks.</Trans>
        </p>
      )}
    </TwoReports>
  );
}

/** Both states, to choose and to step through, in a line. */
function States({ snapshots, before, after, onChoose }: Omit<ComparisonProps, "id">) {
  const { t, i18n } = useLingui();
  const { id: connection } = useConnection();
  const pair = { before: before.number, after: after.number };
  const at = snapshots.indexOf(after);
  const [earlier, later] = [pairAt(snapshots, at + 1), pairAt(snapshots, at - 1)];
  const { moments } = useMoments(connection);
  const momentOf = momentTexts(i18n, snapshots);
  const optionOf = (snapshot: Snapshot) => {
    const { number, seen_at, row } = snapshot;
    const score = row.score === null ? [] : i18n.number(row.score, { maximumFractionDigits: 0 });
    const names = moments.filter(({ at }) => snapshotAt(snapshots, at) === snapshot).map(({ name }) => name);
    const detail = [score, names].flat().join(" · ");
    const { text } = momentOf(seen_at, [before.seen_at, after.seen_at]);
    return { value: number, label: text, detail: detail || undefined };
  };
  return (
    <div className={styles.states}>
      <Step icon={ChevronLeft} label={t`Earlier change`} pair={earlier} onChoose={onChoose} />
      <Select
        aria-label={t`Before`}
        options={snapshots.filter(({ number }) => number < pair.after).map(optionOf)}
        value={pair.before}
        onChange={(number) => onChoose({ ...pair, before: number })}
      />
      <ArrowRight size={15} aria-hidden />
      <Select
        aria-label={t`After`}
        options={snapshots.filter(({ number }) => number > pair.before).map(optionOf)}
        value={pair.after}
        onChange={(number) => onChoose({ ...pair, after: number })}
      />
      <Step icon={ChevronRight} label={t`Later change`} pair={later} onChoose={onChoose} />
    </div>
  );
}

type Pair = Parameters<ComparisonProps["onChoose"]>[0];

/** The snapshot at this place, newest first, and the one before it. */
function pairAt(snapshots: readonly Snapshot[], at: number): Pair | null {
  const [after, before] = [snapshots[at], snapshots[at + 1]];
  return after && before ? { before: before.number, after: after.number } : null;
}

type StepProps = { icon: LucideIcon; label: string; pair: Pair | null } & Pick<ComparisonProps, "onChoose">;

function Step({ icon, label, pair, onChoose }: StepProps) {
  return (
    <Button
      variant="quiet"
      icon={icon}
      aria-label={label}
      isDisabled={pair === null}
      onPress={() => pair && onChoose(pair)}
    />
  );
}

/** The scores, unless the sides have them, and how many checks differ in each way or are the same. */
function Counts({ comparison: { before, after, checks, same } }: { comparison: Comparison }) {
  const { t, i18n } = useLingui();
  const [was, is] = [before.row.score, after.row.score];
  const count = (...kinds: CheckChangeKind[]) => checks.filter(({ kind }) => kinds.includes(kind)).length;
  const broken = { id: "broken", value: count("broken") } as const;
  const fixed = { id: "fixed", value: count("fixed") } as const;
  const changed = { id: "changed", value: count("changed", "added", "removed") } as const;
  if (useContext(TwoReports)) {
    const differences = [fixed, broken, changed] as const;
    return (
      <Figures
        figures={[
          ...differences.map((each) => ({ ...each, name: i18n._(DIFFERENCES[each.id]) })),
          { id: "same", name: t({ message: "Same", context: "of two reports" }), value: same },
        ]}
      />
    );
  }
  const score = was !== null && is !== null && (
    <>
      <Stamp score={was} verdict={before.row.verdict} />
      <ChangeArrow />
      <Stamp score={is} verdict={after.row.verdict} />
    </>
  );
  return (
    <Figures
      figures={[
        ...(score ? [{ id: "score", name: t`Score`, value: score }] : []),
        { ...broken, name: t({ message: "Broke", context: "figure" }) },
        { ...fixed, name: t`Fixed` },
        { ...changed, name: t({ message: "Changed", context: "checks" }) },
        { id: "same", name: t`Same`, value: same },
      ]}
    />
  );
}

type GroupProps = Pick<BodyProps, "onCheck"> & { kind: CheckChangeKind; changes: readonly CheckChange[] };

function Group({ kind, changes, onCheck }: GroupProps) {
  const { i18n } = useLingui();
  const isOfTwo = useContext(TwoReports);
  if (changes.length === 0) return null;
  const title = isOfTwo
    ? i18n._(DIFFERENCES[kind])
    : {
        broken: <Trans>Broke</Trans>,
        fixed: <Trans>Fixed</Trans>,
        changed: <Trans context="checks">Changed</Trans>,
        added: <Trans>New checks</Trans>,
        removed: <Trans>Removed checks</Trans>,
      }[kind];
  return (
    <section>
      <Heading level={isOfTwo ? 3 : 4} className={styles.kind ?? ""}>
        {title} <span className={groupHead.count}>{i18n.number(changes.length)}</span>
      </Heading>
      {isOfTwo ? (
        ([...IMPORTANCES, null] as const).map((importance) => (
          <ImportanceGroup
            key={importance}
            importance={importance}
            changes={changes.filter((change) => importanceOf(change) === importance)}
            onCheck={onCheck}
          />
        ))
      ) : (
        <Changes changes={changes} onCheck={onCheck} />
      )}
    </section>
  );
}

type ImportanceGroupProps = Omit<GroupProps, "kind"> & { importance: Importance | null };

function ImportanceGroup({ importance, changes, onCheck }: ImportanceGroupProps) {
  const { i18n } = useLingui();
  if (changes.length === 0) return null;
  const name = <ImportanceGroupName importance={importance} />;
  return (
    <section>
      <Heading level={4} className={classes(groupHead.head, styles.importance)}>
        {importance ? <ImportanceMark importance={importance}>{name}</ImportanceMark> : name}{" "}
        <span className={groupHead.count}>{i18n.number(changes.length)}</span>
      </Heading>
      <Changes changes={changes} onCheck={onCheck} />
    </section>
  );
}

function Changes({ changes, onCheck }: Omit<GroupProps, "kind">) {
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.name}>
          <CheckChangeItem change={change} onOpen={onCheck} />
        </li>
      ))}
    </ul>
  );
}
