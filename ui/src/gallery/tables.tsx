import { Lock, Pencil, Plus, ScanSearch, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, type Selection, type SortDescriptor } from "react-aria-components";
import {
  Button,
  ColumnMenu,
  DateText,
  EmptyState,
  Menu,
  MenuItem,
  MenuSeparator,
  Pager,
  Panel,
  PrivacyMark,
  Skeleton,
  Stamp,
  Table,
  type TableColumn,
  VerdictMark,
} from "../components";
import type { ColumnLayout, Privacy, Verdict } from "../host/contract";
import styles from "./Gallery.module.css";
import type { Look } from "./look";
import { Box, Group, type Section } from "./section";

type Row = { id: string; address: string; verdict: Verdict; score: number; privacy: Privacy; generated: string };

const SITES = [
  "northwind-shop.example/",
  "harborcafe.example/about",
  "lumen-studio.example/blog/how-to-choose-a-winter-jacket",
];
const SCORES = [91, 84, 63, 38, 97, 71, 55, 88, 46, 79];
const PRIVACIES: Privacy[] = ["private", "private", "public", "password"];
const MANY = 10_000;

/** A sample row; the same index gives the same row. */
function rowAt(at: number): Row {
  const score = SCORES[at % SCORES.length] ?? 0;
  return {
    id: String(MANY - at),
    address: `${SITES[at % SITES.length]}${at < SITES.length ? "" : `?page=${at}`}`,
    verdict: score >= 80 ? "good" : score >= 50 ? "decent" : "bad",
    score,
    privacy: PRIVACIES[at % PRIVACIES.length] ?? "private",
    generated: new Date(Date.now() - (at + 1) * 7_400_000).toISOString(),
  };
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => rowAt(at));

const COLUMNS: TableColumn<Row>[] = [
  {
    id: "address",
    label: "Page",
    isRowHeader: true,
    allowsSorting: true,
    minWidth: 160,
    render: ({ address }) => (
      <Link className={styles.text}>
        <span dir="ltr">{address}</span>
      </Link>
    ),
  },
  {
    id: "verdict",
    label: "Verdict",
    allowsSorting: true,
    defaultWidth: 104,
    render: ({ verdict }) => <VerdictMark verdict={verdict} />,
  },
  {
    id: "score",
    label: "Score",
    defaultWidth: 132,
    note: "This service can’t sort by this column.",
    render: ({ score, verdict }) => <Stamp score={score} verdict={verdict} />,
  },
  { id: "privacy", label: "Privacy", defaultWidth: 116, render: ({ privacy }) => <PrivacyMark privacy={privacy} /> },
  {
    id: "generated",
    label: "Last checked",
    align: "end",
    allowsSorting: true,
    defaultWidth: 118,
    render: ({ generated }) => <DateText value={generated} />,
  },
];

const nothing: ColumnLayout = { hidden: [], widths: {} };
const common = { columns: COLUMNS, idOf: ({ id }: Row) => id, rowLabel: ({ address }: Row) => address };

function rowMenu({ address }: Row) {
  return (
    <>
      <MenuItem icon={ScanSearch} label="Recheck" />
      <MenuItem icon={Lock} label="Privacy" detail={address} />
      <MenuSeparator />
      <MenuItem icon={Trash2} label="Delete" isDanger />
    </>
  );
}

function WholeList({ look: { density } }: { look: Look }) {
  const rows = useMemo(() => rowsOf(25), []);
  const [selected, setSelected] = useState<Selection>(new Set([rows[3]?.id ?? ""]));
  const [sort, setSort] = useState<SortDescriptor>({ column: "generated", direction: "descending" });
  const [openId, setOpenId] = useState<string | undefined>(rows[6]?.id);
  const [layout, setLayout] = useState(nothing);
  const [width, setWidth] = useState<number | null>(340);
  return (
    <>
      <Group title="Columns">
        <Menu trigger={<Button>View</Button>}>
          <ColumnMenu columns={COLUMNS} layout={layout} onLayout={setLayout} />
        </Menu>
      </Group>
      <Box height={460}>
        <div className={styles.beside}>
          <div className={styles.wide} style={{ flex: 1, gap: 0, minWidth: 0 }}>
            <Table
              {...common}
              aria-label="Reports"
              density={density}
              rows={rows}
              selected={selected}
              onSelect={setSelected}
              sort={sort}
              onSort={setSort}
              onOpen={setOpenId}
              openId={openId}
              layout={layout}
              onLayout={setLayout}
              rowMenu={rowMenu}
              pendingOf={({ id }) => (id === rows[1]?.id ? "Will be deleted" : undefined)}
            />
            <Pager
              page={{
                rows,
                unreadable: [],
                number: 2,
                total: 1240,
                offset: 25,
                has_next: true,
                sort_ignored: false,
                filter_ignored: false,
              }}
              countOf={(total) => `${total} pages`}
              onPage={() => {}}
            />
          </div>
          {openId !== undefined && (
            <Panel label="Report" width={width} onWidth={setWidth}>
              <div className={styles.filler}>
                <Button icon={Pencil} onPress={() => setOpenId(undefined)}>
                  Close
                </Button>
              </div>
            </Panel>
          )}
        </div>
      </Box>
    </>
  );
}

function States({ look: { density } }: { look: Look }) {
  const rows = useMemo(() => rowsOf(4), []);
  const narrow = useMemo<ColumnLayout>(() => ({ hidden: ["privacy", "generated"], widths: { verdict: 180 } }), []);
  const [selected, setSelected] = useState<Selection>("all");
  return (
    <>
      <Group title="The rows are being replaced" isWide>
        <Box height={190}>
          <Table {...common} aria-label="Stale" density={density} rows={rows} isStale />
        </Box>
      </Group>
      <Group title="All selected" isWide>
        <Box height={190}>
          <Table
            {...common}
            aria-label="Selected"
            density={density}
            rows={rows}
            selected={selected}
            onSelect={setSelected}
          />
        </Box>
      </Group>
      <Group title="Hidden columns, other widths" isWide>
        <Box height={190}>
          <Table {...common} aria-label="Arranged" density={density} rows={rows} layout={narrow} onLayout={() => {}} />
        </Box>
      </Group>
      <Group title="More columns than room" isWide>
        <Box height={190} width={420}>
          <Table {...common} aria-label="Narrow" density={density} rows={rows} />
        </Box>
      </Group>
      <Group title="Empty" isWide>
        <Box height={320}>
          <Table
            {...common}
            aria-label="Empty"
            density={density}
            rows={[]}
            empty={
              <EmptyState
                drawing="reports"
                title="No reports yet"
                action={
                  <Button variant="primary" icon={Plus}>
                    New report
                  </Button>
                }
              >
                Enter a page’s URL. The service checks it and creates a report.
              </EmptyState>
            }
          />
        </Box>
      </Group>
      <Group title="Not loaded yet" isWide>
        <Box height={190}>
          <Skeleton rows={5} rowHeight={density === "compact" ? 30 : 36} />
        </Box>
      </Group>
    </>
  );
}

function ManyRows({ look: { density } }: { look: Look }) {
  const rows = useMemo(() => rowsOf(MANY), []);
  const [selected, setSelected] = useState<Selection>(new Set());
  return (
    <Box height={520}>
      <Table
        {...common}
        aria-label="Many reports"
        density={density}
        rows={rows}
        selected={selected}
        onSelect={setSelected}
        onOpen={() => {}}
      />
    </Box>
  );
}

export const tables: Section[] = [
  { id: "table", title: "Table", Content: WholeList },
  { id: "table-states", title: "Table states", Content: States },
  { id: "table-many", title: "10,000 rows", Content: ManyRows },
];
