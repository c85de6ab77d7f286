import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, Download, GitCompare } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button, DateText, Skeleton } from "../../../components";
import { classes } from "../../../components/class-names";
import { problemOf } from "../../../host";
import type { History, ReportRow } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { useExport } from "../../../shared/export/export";
import { ProblemView } from "../../../shared/problems";
import { usePanelSearch } from "../panel/use-panel-search";
import actions from "./actions.module.css";
import { ComparisonView } from "./ComparisonView";
import { chosenPair } from "./changes";
import styles from "./HistoryTab.module.css";
import { Measured } from "./Measured";
import note from "./note.module.css";
import { ScoreChart } from "./ScoreChart";
import { SnapshotView } from "./SnapshotView";
import { Timeline } from "./Timeline";
import { useHistory, useShownSnapshot } from "./use-history";

/** A report's history: the timeline, a comparison, or one snapshot. */
export function HistoryTab({ row }: { row: ReportRow }) {
  const { data, error, refetch } = useHistory(row.id);
  const { search, showHistory } = usePanelSearch();
  const { before, after, snapshot } = search;
  const shown = useShownSnapshot(row.id);
  const heading = useFocusWith(`${before} ${after} ${snapshot}`);
  if (!data) {
    return error ? (
      <ProblemView problem={problemOf(error)} actions={{ retry: () => void refetch() }} />
    ) : (
      <Skeleton rows={6} />
    );
  }
  const { snapshots } = data;
  const pair = chosenPair(snapshots, {
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  });

  if (shown) {
    return (
      <Part heading={heading} title={<DateText value={shown.seen_at} form="exact" />} onBack={() => showHistory({})}>
        <SnapshotView id={row.id} snapshot={shown} />
      </Part>
    );
  }
  if (pair && (before !== undefined || after !== undefined)) {
    const [earlier, later] = pair;
    return (
      <Part heading={heading} title={<Trans>What changed</Trans>} onBack={() => showHistory({})}>
        <ComparisonView
          id={row.id}
          snapshots={snapshots}
          before={earlier}
          after={later}
          onChoose={(wanted) => showHistory(wanted, true)}
        />
      </Part>
    );
  }
  return <Overview row={row} history={data} pair={pair} heading={heading} />;
}

type OverviewProps = {
  row: ReportRow;
  history: History;
  /** The snapshots to compare first. */
  pair: ReturnType<typeof chosenPair>;
  heading: React.RefObject<HTMLHeadingElement | null>;
};

/** The scores and the timeline of all snapshots. */
function Overview({ row, history, pair, heading }: OverviewProps) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const exportThis = useExport();
  const { showHistory } = usePanelSearch();
  const { snapshots } = history;
  const { address } = row;
  return (
    <div className={styles.history}>
      <ScoreChart
        history={history}
        onOpen={(number) => {
          const at = snapshots.findIndex((each) => each.number === number);
          const earlier = snapshots[at + 1];
          showHistory(earlier ? { before: earlier.number, after: number } : { snapshot: number });
        }}
      />
      <div className={classes(styles.head, styles.overview)}>
        <h3 ref={heading} tabIndex={-1} className={styles.title}>
          <Plural value={snapshots.length} one="# snapshot" other="# snapshots" />
        </h3>
        <div className={actions.actions}>
          {pair && (
            <Button icon={GitCompare} onPress={() => showHistory({ before: pair[0].number, after: pair[1].number })}>
              <Trans>Compare</Trans>
            </Button>
          )}
          <Button
            icon={Download}
            onPress={() =>
              exportThis({
                of: { kind: "history", connection, id: row.id },
                name: t`History – ${address}`,
                total: snapshots.length,
              })
            }
          >
            <Trans>Export…</Trans>
          </Button>
        </div>
      </div>
      <Timeline history={history} onOpen={showHistory} />
      {snapshots.length === 1 && (
        <p className={note.note}>
          <Trans>Each time this report changes, a snapshot is saved here.</Trans>
        </p>
      )}
    </div>
  );
}

type PartProps = {
  heading: React.RefObject<HTMLHeadingElement | null>;
  title: ReactNode;
  onBack: () => void;
  children: ReactNode;
};

/** A part of the history shown instead of the timeline. */
function Part({ heading, title, onBack, children }: PartProps) {
  const { t } = useLingui();
  return (
    <Measured wideFrom={600} className={styles.history}>
      <div className={styles.head}>
        <Button variant="quiet" icon={ArrowLeft} aria-label={t`Back to history`} onPress={onBack} />
        <h3 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h3>
      </div>
      {children}
    </Measured>
  );
}

/** The ref of a heading that takes the focus when its section changes, since the pressed control is removed. */
function useFocusWith(shown: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    if (!isFocusElsewhere()) heading.current?.focus();
  }, [shown]);
  return heading;
}

/** True if a remaining element has the focus. */
function isFocusElsewhere(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}
