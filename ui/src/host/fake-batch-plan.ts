import type {
  ActCounts,
  RowAction,
  BatchRow,
  BatchRequest,
  PasswordSource,
  Privacy,
  ReportRow,
  SkipReason,
  StateCounts,
} from "./contract";
import { isStale } from "./fake/library";
import { madePassword } from "./fake/passwords";
import type { Listed } from "./fake/sources";

/** A row with the password that only the core knows. */
export type PlannedRow = BatchRow & { password: string | null };

/** What the rows of a batch are made of: pages that are listed, reports, or those of a batch that is taken back. */
export type Basis =
  | { kind: "pages"; listed: readonly Listed[] }
  | { kind: "reports"; reports: readonly ReportRow[] }
  | { kind: "before"; rows: readonly BatchRow[] };

/** What a plan takes into account besides what is wished. */
type Known = {
  /** The reports that are known to be there, oldest first. */
  reports: readonly ReportRow[];
  now: number;
};

type Decision = Pick<BatchRow, "act"> & Partial<Pick<BatchRow, "skipped" | "choices" | "to">>;

/** The rows of a batch, as the core would plan them. */
export function plannedRows(wish: BatchRequest, basis: Basis, known: Known): PlannedRow[] {
  const rows = unnumbered(wish, basis, known);
  return rows.map((row, index) => ({ ...row, number: index + 1, has_password: row.password !== null }));
}

function unnumbered(wish: BatchRequest, basis: Basis, known: Known): PlannedRow[] {
  if (basis.kind === "before") {
    return basis.rows.flatMap((row) =>
      row.state === "done" && row.from !== null && row.to !== null
        ? [rowOf({ address: row.address, report: row.report, from: row.to }, { act: "privacy", to: row.from })]
        : [],
    );
  }
  if (basis.kind === "reports") {
    return basis.reports.map((report) => rowOf(aboutReport(report), decisionOn(report, wish, known.now)));
  }
  if (wish.kind !== "create") return [];
  const byPage = new Map(known.reports.map((report) => [report.address, report]));
  const rows = basis.listed.map((listed) => {
    const report = byPage.get(listed.stored);
    const about = { ...(report && aboutReport(report)), address: listed.address, line: listed.line };
    const decision = onListed(listed, report, wish, known.now);
    return { ...rowOf(about, decision), password: decision.to === "password" ? listed.password : null };
  });
  const pages = new Set(basis.listed.map(({ stored }) => stored));
  const others = known.reports.filter(
    ({ project, address }) => wish.match_project !== null && project === wish.match_project && !pages.has(address),
  );
  const proposed = others.map((report) =>
    rowOf(aboutReport(report), { act: "skip", skipped: { kind: "not_on_the_list" }, choices: ["delete", "skip"] }),
  );
  return [...rows, ...proposed];
}

type CreateWish = Extract<BatchRequest, { kind: "create" }>;

function onListed(listed: Listed, report: ReportRow | undefined, wish: CreateWish, now: number): Decision {
  if (listed.repeats !== undefined) return { act: "skip", skipped: { kind: "duplicate", line: listed.repeats } };
  const privacy = listed.privacy ?? wish.privacy;
  if (!report) return { act: "create", to: privacy, choices: ["create", "skip"] };
  const change = wish.change_known && (report.privacy !== privacy || privacy === "password") ? privacy : null;
  const { known } = wish;
  const isFresh = known.kind === "refresh_older_than" && !isStale(report.generated_at, known.days, now);
  const isRefreshed = known.kind === "refresh" || (known.kind === "refresh_older_than" && !isFresh);
  const act = known.kind === "create" ? "create" : isRefreshed ? "refresh" : change ? "privacy" : "skip";
  return {
    act,
    to: act === "create" ? privacy : act === "skip" ? null : change,
    skipped: act === "skip" ? { kind: isFresh ? "fresh" : "known" } : null,
    choices: ["create", "refresh", "skip", ...(change ? (["privacy"] as const) : [])],
  };
}

function decisionOn(report: ReportRow, wish: BatchRequest, now: number): Decision {
  switch (wish.kind) {
    case "privacy": {
      const isSo = report.privacy === wish.privacy && wish.privacy !== "password";
      if (isSo) return { act: "skip", skipped: { kind: "already_so" } };
      return { act: "privacy", to: wish.privacy, choices: ["privacy", "skip"] };
    }
    case "refresh": {
      const isFresh = wish.older_than_days !== null && !isStale(report.generated_at, wish.older_than_days, now);
      if (isFresh) return { act: "skip", skipped: { kind: "fresh" }, choices: ["refresh", "skip"] };
      return { act: "refresh", choices: ["refresh", "skip"] };
    }
    default:
      return { act: "delete", choices: ["delete", "skip"] };
  }
}

type About = Pick<BatchRow, "address"> & Partial<Pick<BatchRow, "line" | "report" | "from" | "generated_at">>;

function aboutReport({ id, address, privacy, generated_at }: ReportRow): About {
  return { address, report: id, from: privacy, generated_at };
}

function rowOf(about: About, { act, skipped = null, choices = [], to = null }: Decision): PlannedRow {
  return {
    number: 0,
    line: null,
    report: null,
    from: null,
    generated_at: null,
    ...about,
    act,
    skipped,
    choices,
    to,
    has_password: false,
    state: act === "skip" ? "skipped" : "waiting",
    problem: null,
    was_found: false,
    ended_at: null,
    took: null,
    password: null,
  };
}

/** A row that is switched to something else of what can be done with it. */
export function switched(row: PlannedRow, to: RowAction, wish: BatchRequest): PlannedRow {
  const skipped: SkipReason | null = to === "skip" ? { kind: "chosen" } : null;
  const privacy: Privacy | null = wish.kind === "create" ? wish.privacy : row.to;
  const takes = to === "create" || to === "privacy" ? (row.to ?? privacy) : to === "refresh" ? row.to : null;
  return { ...row, act: to, skipped, to: takes, state: to === "skip" ? "skipped" : "waiting" };
}

/** Whether a row is to set a password. */
export function needsPassword({ act, to }: BatchRow): boolean {
  return to === "password" && act !== "skip" && act !== "delete";
}

/** How many rows are to be done how. */
export function actsOf(rows: readonly BatchRow[]): ActCounts {
  const counts: ActCounts = { create: 0, refresh: 0, privacy: 0, delete: 0, skip: 0 };
  for (const { act } of rows) counts[act] += 1;
  return counts;
}

/** How many rows stand how. */
export function statesOf(rows: readonly BatchRow[]): StateCounts {
  const counts: StateCounts = {
    waiting: 0,
    running: 0,
    done: 0,
    failed: 0,
    unknown: 0,
    skipped: 0,
    cancelled: 0,
  };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/** The rows with the passwords that are wished, but for those that have one of their own. */
export function withPasswords(
  rows: PlannedRow[],
  wish: PasswordSource | null,
  own: (row: PlannedRow) => string | null,
): PlannedRow[] {
  return rows.map((row) => {
    if (row.to !== "password") return { ...row, password: null };
    if (wish === null || wish.kind === "kept") return { ...row, password: own(row) };
    return row.password === null ? given(row, wish) : row;
  });
}

/** A row with the password that it gets by a wish, if it gets one. */
export function given(row: PlannedRow, wish: PasswordSource): PlannedRow {
  if (row.to !== "password" || wish.kind === "kept") return row;
  return { ...row, password: wish.kind === "one" ? wish.password : madePassword(wish.length) };
}
