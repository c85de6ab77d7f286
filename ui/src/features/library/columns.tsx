import { useLingui } from "@lingui/react/macro";
import { ArrowRight } from "lucide-react";
import { useMemo } from "react";
import { Link, VisuallyHidden } from "react-aria-components";
import { AddressText, Badge, DateText, PrivacyMark, ScoreBar, VerdictMark } from "../../components";
import { classes } from "../../components/class-names";
import type { ColumnLayout, LibraryRow, LibrarySort } from "../../host/contract";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { type FittingColumn, type FittingColumns, useFittingColumns } from "../../shared/lists/use-columns";
import styles from "../reports/list/columns.module.css";
import { keyOf } from "./search";
import { useWords } from "./use-words";

/** What the library sorts by, by the column that shows it. */
export const COLUMN_SORTS: Record<string, LibrarySort> = {
  address: "address",
  score: "score",
  project: "project",
  generated: "generated",
  changed: "changed",
  created: "created",
};

/** The order of the columns from start to end. */
const ORDER = [
  "address",
  "connection",
  "verdict",
  "score",
  "privacy",
  "project",
  "generated",
  "created",
  "changed",
  "seen",
  "gone",
  "id",
];

/** The columns of the library's list: those that are not hidden, that fit, and that have anything in them. */
export function useLibraryColumns(
  rows: readonly LibraryRow[],
  width: number,
  layout: ColumnLayout,
  onOpen: (key: string) => void,
): FittingColumns<LibraryRow> {
  const { t } = useLingui();
  const connections = useConnections();
  const connectionName = useConnectionName();
  const names = JSON.stringify(connections.map((connection) => [connection.id, connectionName(connection)]));
  // In the order in which they give way, the last first.
  const columns = useMemo<FittingColumn<LibraryRow>[]>(() => {
    const nameOf = new Map(JSON.parse(names) as [string, string][]);
    return [
      {
        id: "address",
        label: t`Address`,
        room: 240,
        isRowHeader: true,
        allowsSorting: true,
        minWidth: 140,
        has: () => true,
        render: (known) => (
          <Link className={styles.address} dir="ltr" onPress={() => onOpen(keyOf(known))}>
            <span title={known.row.url ?? known.row.address}>
              <AddressText address={known.row.address} />
            </span>
          </Link>
        ),
      },
      {
        id: "verdict",
        label: t`Verdict`,
        room: 104,
        has: () => true,
        render: ({ row, gone_at }) => (gone_at === null ? <VerdictMark verdict={row.verdict} /> : <Gone />),
      },
      {
        id: "score",
        label: t`Score`,
        room: 188,
        allowsSorting: true,
        has: ({ row, verdict_before }) => row.score !== null || verdict_before !== null,
        render: (known) => <Score known={known} />,
      },
      {
        id: "generated",
        label: t`Generated`,
        room: 118,
        align: "end",
        allowsSorting: true,
        has: ({ row }) => row.generated_at !== null,
        render: ({ row }) => <DateText value={row.generated_at} />,
      },
      {
        id: "connection",
        label: t`Connection`,
        room: 130,
        has: () => nameOf.size > 1,
        render: ({ connection }) => <Text text={nameOf.get(connection) ?? connection} />,
      },
      {
        id: "changed",
        label: t`Changed`,
        room: 118,
        align: "end",
        allowsSorting: true,
        has: ({ changed_at }) => changed_at !== null,
        render: ({ changed_at }) => (changed_at === null ? <Text text={t`Never`} /> : <DateText value={changed_at} />),
      },
      {
        id: "project",
        label: t`Project`,
        room: 160,
        allowsSorting: true,
        has: ({ row }) => row.project !== null,
        render: ({ row }) => <Text text={row.project ?? "–"} />,
      },
      {
        id: "gone",
        label: t`Gone`,
        room: 110,
        align: "end",
        has: ({ gone_at }) => gone_at !== null,
        render: ({ gone_at }) => <DateText value={gone_at} />,
      },
      {
        id: "privacy",
        label: t`Privacy`,
        room: 116,
        has: ({ row }) => row.privacy !== null,
        render: ({ row }) => <PrivacyMark privacy={row.privacy} />,
      },
      {
        id: "created",
        label: t`Created`,
        room: 110,
        align: "end",
        allowsSorting: true,
        has: ({ row }) => row.created_at !== null,
        render: ({ row }) => <DateText value={row.created_at} form="date" />,
      },
      {
        id: "seen",
        label: t`Last seen`,
        room: 110,
        align: "end",
        has: () => true,
        render: ({ seen_at }) => <DateText value={seen_at} />,
      },
      {
        id: "id",
        label: t`ID`,
        room: 84,
        align: "end",
        has: () => true,
        render: ({ row }) => <Text text={row.id} />,
      },
    ];
  }, [t, onOpen, names]);
  return useFittingColumns({
    columns,
    order: ORDER,
    rows,
    width,
    layout,
    isPromised: (id) => id !== "gone" && (id !== "connection" || connections.length > 1),
  });
}

function Text({ text }: { text: string }) {
  return (
    <span className={styles.text} dir="auto" title={text}>
      {text}
    </span>
  );
}

function Gone() {
  const { t } = useLingui();
  return <Badge>{t`Gone`}</Badge>;
}

/** A score, after the one that was there before; the verdict before where services give no score. */
function Score({ known: { row, score_before, verdict_before } }: { known: LibraryRow }) {
  const { t, i18n } = useLingui();
  const words = useWords();
  const round = (score: number) => i18n.number(score, { maximumFractionDigits: 0 });
  const before =
    score_before !== null && row.score !== null && round(score_before) !== round(row.score)
      ? round(score_before)
      : row.score === null && verdict_before !== null && verdict_before !== row.verdict
        ? words.verdict[verdict_before]
        : null;
  const isOnlyWord = row.score === null && before !== null;
  return (
    <span className={classes(styles.score, isOnlyWord && styles.inWords)}>
      {before !== null && (
        <span className={styles.before}>
          <VisuallyHidden>{t`Before:`} </VisuallyHidden>
          {before}
          <ArrowRight size={12} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      {isOnlyWord ? (
        (row.verdict && words.verdict[row.verdict]) || "–"
      ) : (
        <ScoreBar score={row.score} verdict={row.verdict} />
      )}
    </span>
  );
}
