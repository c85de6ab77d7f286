import { useLingui } from "@lingui/react/macro";
import { ArrowRight } from "lucide-react";
import { useMemo } from "react";
import { VisuallyHidden } from "react-aria-components";
import { AddressText, cells, DateText, Delta, LinkCell, VerdictMark } from "../../../components";
import type { Change, LibraryRow } from "../../../host/contract";
import type { FittingColumn } from "../../../shared/lists/use-columns";
import { type ListView, useListView } from "../../../shared/lists/use-list-view";

/** The columns of a list of changes. */
export function useChangesView(change: Change, onOpen: (id: string) => void): ListView<LibraryRow> {
  const { t } = useLingui();
  const columns = useMemo<FittingColumn<LibraryRow>[]>(() => {
    const when = { better: t`Changed`, worse: t`Changed`, new: t`Created`, gone: t`Removal noticed` };
    return [
      {
        id: "address",
        label: t`Page`,
        room: 120,
        isRowHeader: true,
        minWidth: 140,
        render: ({ row }) => (
          <LinkCell dir="ltr" title={row.url ?? row.address} onPress={() => onOpen(row.id)}>
            <AddressText address={row.address} />
          </LinkCell>
        ),
      },
      { id: "verdict", label: t`Verdict`, room: 190, minWidth: 90, render: (row) => <Verdicts {...row} /> },
      { id: "score", label: t`Score`, room: 130, render: (row) => <Scores {...row} /> },
      {
        id: "when",
        label: when[change],
        room: 118,
        align: "end",
        render: ({ row, changed_at, gone_at }) => (
          <DateText value={{ better: changed_at, worse: changed_at, new: row.created_at, gone: gone_at }[change]} />
        ),
      },
    ];
  }, [t, change, onOpen]);
  return useListView({ columns, hasSelection: false });
}

/** The verdict before and after, if it changed. */
function Verdicts({ row, verdict_before }: LibraryRow) {
  if (verdict_before === null || verdict_before === row.verdict) return <VerdictMark verdict={row.verdict} />;
  return (
    <span className={cells.marked}>
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
  if (score_before === null || score_before === score) return <span className={cells.marked}>{text(score)}</span>;
  const difference = Math.round(score) - Math.round(score_before);
  return (
    <span className={cells.marked}>
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
      <ArrowRight size={13} aria-hidden />
      <VisuallyHidden>{t`, then`} </VisuallyHidden>
    </>
  );
}
