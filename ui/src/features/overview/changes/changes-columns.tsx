import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Layers } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import {
  AddressText,
  Badge,
  DateText,
  Delta,
  dayText,
  hasSeveralHosts,
  LinkCell,
  Stamp,
  splitAddress,
  useVerdictWords,
} from "../../../components";
import cells from "../../../components/tables/cells.module.css";
import type { LibraryRow } from "../../../host/contract";
import { hasReasons, ReasonsText } from "../../../shared/checks/ReasonsText";
import type { FittingColumn } from "../../../shared/lists/use-columns";
import { type ListView, useListView } from "../../../shared/lists/use-list-view";
import { useProjectScope } from "../../../shared/screen/project-scope";
import styles from "./ChangesScreen.module.css";
import { periodOf } from "./change-period";
import type { ChangesRow } from "./fold-new";

/** Of new reports in one row. */
const NAMED = 3;
const ORDER = ["score", "address", "before", "difference", "when"];

type PlaceOfCheck = (row: LibraryRow, check: string) => string;

type ChangesViewOptions = {
  rows: readonly ChangesRow[];
  /** Since when the changes count; `null` if that isn’t known. */
  since: string | null;
  onOpen: (id: string) => void;
  placeOfCheck: PlaceOfCheck;
};

/** The columns of a list of changes, whose checks are links. */
export function useChangesView({ rows, since, onOpen, placeOfCheck }: ChangesViewOptions): ListView<ChangesRow> {
  const { t, i18n } = useLingui();
  const day = since === null ? null : dayText(new Date(since), i18n);
  const scoreLabel = t({ message: "Score", context: "column" });
  const note = day === null ? undefined : t`Since ${day}`;
  const hasHosts = useMemo(() => hasSeveralHosts(rows.map(({ row }) => row.address)), [rows]);
  const columns = useMemo<FittingColumn<ChangesRow>[]>(
    () => [
      {
        id: "address",
        label: t`Page`,
        room: 200,
        isRowHeader: true,
        minWidth: 140,
        render: ({ folded, ...row }) =>
          folded ? (
            <Several rows={folded} onOpen={onOpen} />
          ) : (
            <Page row={row} hasHosts={hasHosts} onOpen={onOpen} placeOfCheck={placeOfCheck} />
          ),
      },
      {
        id: "score",
        label: scoreLabel,
        room: 54,
        render: ({ row, folded }) =>
          folded ? (
            <Layers size={16} strokeWidth={1.75} aria-hidden className={styles.several} />
          ) : (
            <Stamp score={row.score} verdict={row.verdict} />
          ),
      },
      {
        id: "difference",
        label: t({ message: "Change", context: "column" }),
        note,
        room: 92,
        narrow: { below: 360, room: 60 },
        align: "end",
        isAlwaysShown: true,
        render: (row) => <Difference row={row} />,
      },
      {
        id: "when",
        label: t`Last change`,
        note: t`For new reports, when they were created`,
        room: 116,
        align: "end",
        render: ({ change }) => change && <DateText value={change.at} form={periodOf(i18n, change.at).form} />,
      },
      {
        id: "before",
        label: t`Before`,
        room: 86,
        align: "end",
        has: ({ change, score_before, verdict_before }) =>
          change?.reasons != null || score_before !== null || verdict_before !== null,
        render: (row) => <Before row={row} />,
      },
    ],
    [t, i18n, scoreLabel, note, hasHosts, onOpen, placeOfCheck],
  );
  return useListView({ columns, order: ORDER, rows, hasSelection: false });
}

/** New reports of a project in words. */
export function useFoldedText(): (rows: readonly LibraryRow[]) => string {
  const { t } = useLingui();
  return (rows) => {
    const [count, project] = [rows.length, rows[0]?.row.project];
    return t`${plural(count, { one: "# new report", other: "# new reports" })} in ${project}`;
  };
}

type SeveralProps = { rows: readonly LibraryRow[]; onOpen: (id: string) => void };

/** New reports of a project. */
function Several({ rows, onOpen }: SeveralProps) {
  const { i18n } = useLingui();
  const textOf = useFoldedText();
  const { row } = rows[0] as LibraryRow;
  const shown = rows.slice(0, NAMED).map((each) => splitAddress(each.row.address).path);
  const more = rows.length - shown.length;
  return (
    <span className={styles.page}>
      <LinkCell dir="auto" title={row.project ?? ""} onPress={() => onOpen(row.id)}>
        {textOf(rows)}
      </LinkCell>
      <span className={styles.why} dir="ltr">
        {shown.join(", ")}
        {more > 0 && `, +${i18n.number(more)}`}
      </span>
    </span>
  );
}

type PageProps = { row: LibraryRow; hasHosts: boolean; onOpen: (id: string) => void; placeOfCheck: PlaceOfCheck };

/** The page, and why it changed. */
function Page({ row: known, hasHosts, onOpen, placeOfCheck }: PageProps) {
  const isInProject = useProjectScope() !== null;
  const { row, change } = known;
  return (
    <span className={styles.page}>
      <LinkCell dir="ltr" title={row.url ?? row.address} onPress={() => onOpen(row.id)}>
        <AddressText address={row.address} isWithoutHost={isInProject} hasOtherHosts={hasHosts} />
      </LinkCell>
      {change && <Why row={known} change={change} placeOf={(check) => placeOfCheck(known, check)} />}
    </span>
  );
}

type WhyProps = {
  row: LibraryRow;
  change: NonNullable<LibraryRow["change"]>;
  placeOf: (check: string) => string;
};

/** Why it changed, or how a new report went since it was created. */
function Why({ row, change: { kind, reasons, first_score }, placeOf }: WhyProps) {
  const { t, i18n } = useLingui();
  const since = differenceOf(row.row.score, first_score);
  let why: ReactNode = null;
  if (kind === "gone") why = t`Saved copy kept`;
  else if (kind === "new" && first_score !== null && since !== 0) {
    why = (
      <>
        {t`First score: ${i18n.number(first_score, { maximumFractionDigits: 0 })}`} <Delta difference={since} />
      </>
    );
  } else if (reasons && hasReasons(reasons))
    why = <ReasonsText isInOneLine isBetter={kind === "better"} reasons={reasons} placeOf={placeOf} />;
  return why && <span className={styles.why}>{why}</span>;
}

/** By how much a score changed; 0 if unknown. */
function differenceOf(score: number | null, before: number | null): number {
  return score === null || before === null ? 0 : Math.round(score) - Math.round(before);
}

/** The earlier score; as a stamp if the verdict was another. */
function Before({ row: { row, change, score_before: before, verdict_before: verdict } }: { row: ChangesRow }) {
  const { i18n } = useLingui();
  const words = useVerdictWords();
  if (change?.kind === "gone" || change?.kind === "new") return null;
  if (verdict !== null && verdict !== row.verdict) return <Stamp score={before} verdict={verdict} />;
  if (before !== null) return i18n.number(before, { maximumFractionDigits: 0 });
  return verdict && words[verdict];
}

function Difference({ row }: { row: ChangesRow }) {
  const { t } = useLingui();
  const kind = row.change?.kind;
  if (kind === "gone") return <Badge>{t`Removed`}</Badge>;
  if (kind === "new") return <Badge>{t`New`}</Badge>;
  const difference = differenceOf(row.row.score, row.score_before);
  if (difference !== 0) return <Delta difference={difference} isPill />;
  return <span className={cells.muted}>{kind === "better" ? t`Better` : t`Worse`}</span>;
}
