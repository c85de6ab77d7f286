import { useLingui } from "@lingui/react/macro";
import {
  ArrowRight,
  ArrowUp,
  Ban,
  Check,
  ChevronDown,
  CircleDashed,
  CircleHelp,
  CircleX,
  FilePlus,
  type LucideIcon,
  Minus,
  ScanSearch,
  SearchCheck,
  Trash2,
  TriangleAlert,
  UserRoundCog,
} from "lucide-react";
import { useMemo } from "react";
import { Button as RawButton, VisuallyHidden } from "react-aria-components";
import {
  AddressText,
  DateText,
  hasSeveralHosts,
  LinkCell,
  Menu,
  MenuItem,
  MutedCell,
  PRIVACY_ICONS,
  PrivacyMark,
  Stamp,
} from "../../../../components";
import { classes } from "../../../../components/class-names";
import cells from "../../../../components/tables/cells.module.css";
import type { BatchRow, RowAction, RowState } from "../../../../host/contract";
import { withoutScheme } from "../../../../host/page-urls";
import { createRequiredContext } from "../../../../required-context";
import { useConnection } from "../../../../shared/data/connection";
import { verdictOfScore } from "../../../../shared/data/verdict-of-score";
import { labelWidth } from "../../../../shared/lists/label-width";
import type { FittingColumn } from "../../../../shared/lists/use-columns";
import { type ListView, useListView } from "../../../../shared/lists/use-list-view";
import { type BatchLabels, useBatchLabels } from "../../labels";
import { useFailureText } from "../use-failure-text";
import styles from "./columns.module.css";

export const ACT_ICONS: Record<RowAction, LucideIcon> = {
  create: FilePlus,
  refresh: ScanSearch,
  privacy: UserRoundCog,
  delete: Trash2,
  skip: Minus,
};

const STATE_ICONS: Record<RowState, LucideIcon> = {
  waiting: CircleDashed,
  // Still, since the score’s stamp turns.
  running: ArrowUp,
  confirming: SearchCheck,
  done: Check,
  failed: CircleX,
  unknown: CircleHelp,
  skipped: Minus,
  canceled: Ban,
};

/** Column order, from start to end. */
const ORDER = ["score", "line", "address", "act", "why", "state", "message", "privacy", "generated", "took", "ended"];

/** Of what Page and Message share: in the least window, pages have room for hosts, and most messages are whole. */
const PAGE_SHARE = "1.5fr";

/** The room of an action that can be changed, in pixels: at most, and around its word. */
const [MOST_ACT, AROUND_ACT] = [172, 66];

/** The room around the word of an outcome, in pixels. */
const AROUND_OUTCOME = 40;

type ScoreOf = (row: BatchRow) => number | undefined;

const [Provider, useScoreOf] = createRequiredContext<ScoreOf>("Scores");

/** Gives cells the scores of their rows: new columns would redraw all rows. */
export const ScoreProvider = Provider;

export type RowsViewOptions = {
  rows: readonly BatchRow[] | undefined;
  /** Nothing was sent yet. */
  isPlan: boolean;
  /** It ended, so that its rows stay as they are. */
  isEnded: boolean;
  /** Not all rows do the same. */
  hasActs: boolean;
  /** Reports may get another privacy than they have, which is shown beside it. */
  changesPrivacy: boolean;
  /** Row actions can be changed. */
  canSwitch: boolean;
  onOpen: (report: string) => void;
  /** Changes a row's action. */
  onSwitch: (row: BatchRow, to: RowAction) => void;
  /** Shows why a row failed. */
  onProblem: (row: BatchRow) => void;
};

/** The columns of a plan or a run. */
export function useRowsView({ rows, ...options }: RowsViewOptions): ListView<BatchRow> {
  const { isPlan, isEnded, hasActs, changesPrivacy, canSwitch, onOpen, onSwitch, onProblem } = options;
  const { t } = useLingui();
  const { generation } = useConnection();
  const hasScores = generation.rating !== "word";
  const hasHosts = useMemo(() => hasSeveralHosts(rows?.map(({ address }) => withoutScheme(address)) ?? []), [rows]);
  const { act, done, state } = useBatchLabels();
  const choiceRoom = AROUND_ACT + Math.max(...[act.create, act.refresh, act.delete, act.skip].map(labelWidth));
  const outcomes = { ...done, ...state, ...(!changesPrivacy && { privacy: "" }) };
  const outcomeRoom = AROUND_OUTCOME + Math.max(...Object.values(outcomes).map(labelWidth));
  const columns = useMemo<FittingColumn<BatchRow>[]>(() => {
    const all = {
      score: { label: t({ message: "Score", context: "column" }), room: 54, render: (row) => <Score row={row} /> },
      address: {
        label: t`Page`,
        room: 256,
        isRowHeader: true,
        defaultWidth: PAGE_SHARE,
        minWidth: 140,
        render: (row) => <Address row={row} hasHosts={hasHosts} onOpen={onOpen} />,
      },
      line: {
        label: t`Line`,
        room: 60,
        has: (row) => row.line !== null,
        render: (row) => <Line line={row.line} />,
      },
      act: {
        label: t`Action`,
        room: !isPlan ? 124 : changesPrivacy ? MOST_ACT : Math.min(MOST_ACT, choiceRoom),
        render: (row) => <Act row={row} onSwitch={canSwitch ? onSwitch : undefined} />,
      },
      privacy: {
        label: t`Privacy`,
        room: changesPrivacy ? 200 : 124,
        has: (row) => row.from !== null || row.to !== null,
        render: (row) => <PrivacyChange row={row} isPlan={isPlan} />,
      },
      why: { label: t`Reason`, room: 176, has: (row) => row.skipped !== null, render: (row) => <Why row={row} /> },
      generated: {
        label: t`Last checked`,
        room: 118,
        align: "end",
        has: (row) => row.generated_at !== null,
        render: (row) => <DateText value={row.generated_at} />,
      },
      state: { label: t`Outcome`, room: outcomeRoom, render: (row) => <Outcome row={row} /> },
      message: {
        label: t`Message`,
        room: 180,
        defaultWidth: "1fr",
        minWidth: 140,
        has: (row) => !isEnded || hasMessage(row),
        render: (row) => <Message row={row} onProblem={onProblem} />,
      },
      took: {
        label: t`Duration`,
        room: 70,
        align: "figures",
        render: (row) => !isOpen(row) && <Took milliseconds={row.took} />,
      },
      ended: {
        label: t`Finished`,
        room: 118,
        align: "end",
        render: (row) => !isOpen(row) && <DateText value={row.ended_at} />,
      },
    } satisfies Record<string, Omit<FittingColumn<BatchRow>, "id">>;
    // No column appears or disappears while it runs.
    const ids = isPlan
      ? (["address", "act", "privacy", "why", "generated", "line"] as const)
      : (["address", "state", "message", "score", "act", "took", "privacy", "ended", "line"] as const);
    // A run whose rows do the same says it in each outcome.
    const isWanted = { score: hasScores, act: isPlan || hasActs } as { [id in string]?: boolean };
    return ids.filter((id) => isWanted[id] ?? true).map((id) => ({ id, ...all[id] }));
  }, [
    t,
    isPlan,
    isEnded,
    hasScores,
    hasHosts,
    hasActs,
    changesPrivacy,
    choiceRoom,
    outcomeRoom,
    canSwitch,
    onOpen,
    onSwitch,
    onProblem,
  ]);
  return useListView({ columns, order: ORDER, rows, hasSelection: false });
}

/** The service’s id of the report, unless there is none, or no longer one. */
export function reportOf({ report, act, state }: BatchRow): string | null {
  return act === "delete" && state === "done" ? null : report;
}

/** True if the row has no result yet, so that nothing is missing. */
function isOpen({ state }: BatchRow): boolean {
  return state === "waiting" || state === "running" || state === "confirming";
}

function Score({ row }: { row: BatchRow }) {
  const { t } = useLingui();
  const score = useScoreOf()(row);
  const isChecked = row.act === "create" || row.act === "refresh";
  if (isChecked && (row.state === "running" || row.state === "confirming")) {
    return <Stamp score={null} verdict={null} checking={t`Checking`} />;
  }
  return <Stamp score={score ?? null} verdict={score === undefined ? null : verdictOfScore(score)} />;
}

type AddressProps = { row: BatchRow; hasHosts: boolean; onOpen: (report: string) => void };

function Address({ row, hasHosts, onOpen }: AddressProps) {
  const { address } = row;
  const report = reportOf(row);
  const text = <AddressText address={withoutScheme(address)} hasOtherHosts={hasHosts} />;
  if (report === null) {
    return (
      <span className={cells.text} dir="ltr" title={address}>
        {text}
      </span>
    );
  }
  return (
    <LinkCell dir="ltr" title={address} onPress={() => onOpen(report)}>
      {text}
    </LinkCell>
  );
}

function Line({ line }: { line: number | null }) {
  const { i18n } = useLingui();
  return <>{line === null ? "–" : i18n.number(line)}</>;
}

function Act({ row, onSwitch }: { row: BatchRow; onSwitch: RowsViewOptions["onSwitch"] | undefined }) {
  const { t } = useLingui();
  const words = useBatchLabels();
  const Icon = ACT_ICONS[row.act];
  const word = actWord(row, words, { both: t`Recheck and change privacy`, password: t`Set a new password` });
  const content = (
    <>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span className={cells.text} title={word}>
        {word}
      </span>
    </>
  );
  if (!onSwitch || row.choices.length === 0) {
    return (
      <span className={classes(cells.marked, styles.act)} data-act={row.act}>
        {content}
      </span>
    );
  }
  const { address } = row;
  return (
    <Menu
      trigger={
        <RawButton
          className={classes(cells.marked, styles.button)}
          data-act={row.act}
          aria-label={t`${word}: change action for ${address}`}
        >
          {content}
          <ChevronDown size={13} strokeWidth={1.75} aria-hidden />
        </RawButton>
      }
    >
      {row.choices.map((choice) => (
        <MenuItem
          key={choice}
          icon={ACT_ICONS[choice]}
          label={choice === "privacy" && isProtected(row) ? t`Set a new password` : words.act[choice]}
          isDanger={choice === "delete"}
          onAction={() => onSwitch(row, choice)}
        />
      ))}
    </Menu>
  );
}

function actWord(row: BatchRow, words: BatchLabels, { both, password }: { both: string; password: string }): string {
  if (row.act === "privacy" && isProtected(row)) return password;
  return row.act === "refresh" && row.to !== null && row.to !== row.from ? both : words.act[row.act];
}

/** True if the report has a password that is or could be replaced. */
function isProtected({ from, to, skipped }: BatchRow): boolean {
  return skipped?.kind === "has_password" || (from === "password" && to === "password");
}

function Why({ row: { skipped } }: { row: BatchRow }) {
  const words = useBatchLabels();
  return skipped && <MutedCell title={words.skipped(skipped)} />;
}

function PrivacyChange({ row: { from, to, has_password, state }, isPlan }: { row: BatchRow; isPlan: boolean }) {
  const { t } = useLingui();
  const words = useBatchLabels();
  const isMissing = isPlan && to === "password" && !has_password && state === "waiting";
  if (from === "password" && to === "password") {
    const Lock = PRIVACY_ICONS.password;
    return (
      <span className={classes(cells.marked, cells.danger)}>
        <Lock size={14} strokeWidth={1.75} aria-hidden />
        {t`New password`}
        {isMissing && <Missing />}
      </span>
    );
  }
  if (to === null || to === from || from === null) {
    return (
      <span className={cells.marked}>
        {(to ?? from) !== null && <PrivacyMark privacy={to ?? from} />}
        {isMissing && <Missing />}
      </span>
    );
  }
  const [From, To] = [PRIVACY_ICONS[from], PRIVACY_ICONS[to]];
  return (
    <span className={cells.marked}>
      <From size={14} strokeWidth={1.75} aria-hidden />
      <span className={cells.muted}>{words.privacy[from]}</span>
      <VisuallyHidden>{t`changes to`}</VisuallyHidden>
      <ArrowRight size={12} strokeWidth={1.75} aria-hidden />
      <To size={14} strokeWidth={1.75} aria-hidden />
      {words.privacy[to]}
      {isMissing && <Missing />}
    </span>
  );
}

function Missing() {
  const { t } = useLingui();
  return (
    <span className={styles.missing} title={t`No password yet`}>
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
      <VisuallyHidden>{t`No password yet`}</VisuallyHidden>
    </span>
  );
}

function Outcome({ row }: { row: BatchRow }) {
  const words = useBatchLabels();
  const Icon = STATE_ICONS[row.state];
  return (
    <span className={classes(cells.marked, styles.act)} data-state={row.state}>
      <Icon size={14} strokeWidth={row.state === "done" ? 2.25 : 1.75} aria-hidden />
      <span className={cells.text}>{row.state === "done" ? words.done[row.act] : words.state[row.state]}</span>
    </span>
  );
}

function hasMessage({ problem, state, skipped, was_found }: BatchRow): boolean {
  return state === "confirming" || (problem !== null && state === "failed") || skipped !== null || was_found;
}

type MessageProps = { row: BatchRow } & Pick<RowsViewOptions, "onProblem">;

function Message({ row, onProblem }: MessageProps) {
  const { t } = useLingui();
  const words = useBatchLabels();
  const textOf = useFailureText();
  const { problem, state, skipped, was_found } = row;
  if (state === "confirming") return <MutedCell title={t`The service answered OK; checking the report`} />;
  if (problem && state === "failed") {
    const why = textOf(problem);
    const { address } = row;
    return (
      <RawButton
        className={classes(cells.marked, styles.button)}
        aria-label={t`${why}: what happened to ${address}`}
        onPress={() => onProblem(row)}
      >
        <span className={cells.text} title={why} dir="auto">
          {why}
        </span>
      </RawButton>
    );
  }
  if (skipped) return <MutedCell title={words.skipped(skipped)} />;
  return was_found && <MutedCell title={t`Response lost; confirmed by checking`} />;
}

function Took({ milliseconds }: { milliseconds: number | null }) {
  const { t, i18n } = useLingui();
  if (milliseconds === null) return <>–</>;
  const seconds = i18n.number(milliseconds / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return <>{t`${seconds} s`}</>;
}
