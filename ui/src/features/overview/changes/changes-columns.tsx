import { useLingui } from "@lingui/react/macro";
import { ArrowRight } from "lucide-react";
import { useMemo } from "react";
import { Link, VisuallyHidden } from "react-aria-components";
import { AddressText, cells, DateText, Delta, type TableColumn, VerdictMark } from "../../../components";
import type { Change, LibraryRow } from "../../../host/contract";
import styles from "./changes-columns.module.css";

/** Minimum width in pixels for the time of change. */
const NARROW = 560;

/** Columns of a list of changes for a width in pixels (0: unknown). */
export function useChangesColumns(
  change: Change,
  width: number,
  onOpen: (id: string) => void,
): readonly TableColumn<LibraryRow>[] {
  const { t } = useLingui();
  const isNarrow = width > 0 && width < NARROW;
  return useMemo(() => {
    const when = { better: t`Changed`, worse: t`Changed`, new: t`Created`, gone: t`Removal noticed` };
    const columns: TableColumn<LibraryRow>[] = [
      {
        id: "address",
        label: t`Page`,
        isRowHeader: true,
        minWidth: 140,
        render: ({ row }) => (
          <Link className={cells.link} dir="ltr" onPress={() => onOpen(row.id)}>
            <span title={row.url ?? row.address}>
              <AddressText address={row.address} />
            </span>
          </Link>
        ),
      },
      { id: "verdict", label: t`Verdict`, defaultWidth: 190, minWidth: 90, render: (row) => <Verdicts {...row} /> },
      { id: "score", label: t`Score`, defaultWidth: 130, minWidth: 64, render: (row) => <Scores {...row} /> },
    ];
    if (!isNarrow) {
      columns.push({
        id: "when",
        label: when[change],
        defaultWidth: 118,
        minWidth: 64,
        align: "end",
        render: ({ row, changed_at, gone_at }) => (
          <DateText value={{ better: changed_at, worse: changed_at, new: row.created_at, gone: gone_at }[change]} />
        ),
      });
    }
    return columns;
  }, [t, change, isNarrow, onOpen]);
}

/** The verdict before and after, if it changed. */
function Verdicts({ row, verdict_before }: LibraryRow) {
  if (verdict_before === null || verdict_before === row.verdict) return <VerdictMark verdict={row.verdict} />;
  return (
    <span className={styles.step}>
      <VerdictMark verdict={verdict_before} />
      <To />
      <VerdictMark verdict={row.verdict} />
    </span>
  );
}

/** The score before and after, with the difference. */
function Scores({ row: { score }, score_before }: LibraryRow) {
  const { i18n } = useLingui();
  const text = (value: number) => i18n.number(value, { maximumFractionDigits: 0 });
  if (score === null) return <DateText value={null} />;
  if (score_before === null || score_before === score) return <span className={styles.step}>{text(score)}</span>;
  const difference = Math.round(score) - Math.round(score_before);
  return (
    <span className={styles.step}>
      {text(score_before)}
      <To />
      <b>{text(score)}</b>
      <Delta difference={difference} />
    </span>
  );
}

function To() {
  const { t } = useLingui();
  return (
    <>
      <ArrowRight size={13} aria-hidden className={styles.to} />
      <VisuallyHidden>{t`, then`} </VisuallyHidden>
    </>
  );
}
