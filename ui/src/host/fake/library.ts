import type {
  Change,
  Changes,
  CheckSort,
  CheckValue,
  Connection,
  History,
  JsonValue,
  KnownReport,
  LibraryPage,
  LibraryQuery,
  LibraryRow,
  Problem,
  ProjectSummary,
  QueryCount,
  Report,
  ReportChange,
  ReportRef,
  ReportTrend,
  Since,
  Snapshot,
  SummariesQuery,
  SyncFound,
} from "../contract";
import { makeProblem, ProblemError } from "../host";
import { goneOf, pastOf } from "./past";
import { reasonsBetween } from "./reasons";
import { asRated } from "./service";

const DAY = 24 * 3600 * 1000;

/** A report as the library saw it at some time. */
type Seen = { number: number; at: number; report: Report };

/** A report's snapshots, oldest first. */
export type Remembered = { connection: string; seen: Seen[]; seenAt: number; goneAt: number | null };

/** By connection, then by report id. */
type Scopes = Map<string, Map<string, Remembered>>;

/** An in-memory library; times are in milliseconds since 1970. */
export class FakeLibrary {
  /** The previous start of the app, if any. */
  lastVisit: number | null = null;
  readonly #now: () => number;
  #scopes: Scopes = new Map();
  #backup: Scopes | null = null;
  #nextNumber = 1;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Generates a history for a connection's reports, unless it has data. */
  seed({ id, generation }: Connection, reports: readonly Report[]): void {
    if (this.#scopes.has(id)) return;
    const now = this.#now();
    this.lastVisit = now - 3 * DAY;
    const kept = new Map<string, Remembered>();
    const seenAs = (at: number, report: Report): Seen => ({
      number: this.#nextNumber++,
      at,
      report: structuredClone({ ...report, row: asRated(report.row, generation) }),
    });
    for (const report of reports) {
      const seen = pastOf(report).map(({ at, report: then }) => seenAs(at, then));
      kept.set(report.row.id, { connection: id, seen, seenAt: now - 5 * 60_000, goneAt: null });
    }
    for (const { at, report, gone } of goneOf(reports, now)) {
      kept.set(report.row.id, { connection: id, seen: [seenAs(at, report)], seenAt: gone - DAY, goneAt: gone });
    }
    this.#scopes.set(id, kept);
  }

  /** Ingests reports from the service; returns what was new. */
  take(connection: string, reports: readonly Report[]): SyncFound {
    const found: SyncFound = { new: 0, changed: 0, worse: 0, gone: 0 };
    const kept = this.#scopes.get(connection) ?? new Map<string, Remembered>();
    this.#scopes.set(connection, kept);
    const at = this.#now();
    for (const shown of reports) {
      const report = structuredClone(shown);
      const known = kept.get(report.row.id);
      const last = known && lastOf(known);
      if (last && JSON.stringify(last.report) === JSON.stringify(report)) known.seenAt = at;
      else {
        const seen: Seen = { number: this.#nextNumber++, at, report };
        kept.set(report.row.id, { connection, seen: [...(known?.seen ?? []), seen], seenAt: at, goneAt: null });
        if (last) found.changed += 1;
        else found.new += 1;
        if (last && worth(report) < worth(last.report)) found.worse += 1;
      }
      if (known?.goneAt) known.goneAt = null;
    }
    return found;
  }

  /** Marks reports as removed; returns how many were. */
  went(connection: string, isGone: (report: Report) => boolean): number {
    const gone = this.there(connection).filter((known) => isGone(lastOf(known).report));
    for (const known of gone) known.goneAt = this.#now();
    return gone.length;
  }

  /** Existing reports of one connection or all. */
  there(connection?: string | null): Remembered[] {
    return this.everything(connection).filter(({ goneAt }) => goneAt === null);
  }

  /** All reports of one connection or all, including removed ones. */
  everything(connection?: string | null): Remembered[] {
    const scopes = connection ? [this.#scopes.get(connection)] : [...this.#scopes.values()];
    return scopes.flatMap((kept) => [...(kept?.values() ?? [])]);
  }

  /** Deletes a connection's data, or everything. */
  forget(connection: string): void {
    this.#scopes.delete(connection);
  }

  clear(): void {
    for (const kept of this.#scopes.values()) kept.clear();
  }

  backup(): void {
    this.#backup = structuredClone(this.#scopes);
  }

  /** Restores what {@link backup} saved; false if there is nothing. */
  restore(): boolean {
    if (!this.#backup) return false;
    this.#scopes = structuredClone(this.#backup);
    return true;
  }

  /** Resolves a query's time; null for a previous visit that never was. */
  since(since: Since): number | null {
    if (since === "last_time") return this.lastVisit;
    if (since === "last_sync") return null;
    return "at" in since ? Date.parse(since.at) : this.#now() - since.days * DAY;
  }

  /** The reports matching a query, unsorted. */
  select(query: LibraryQuery): Remembered[] {
    const since = query.changed ? this.since(query.changed.since) : null;
    const wanted = query.changed?.change;
    const isGone = query.gone === true || wanted === "gone";
    const everything = this.everything(query.connection);
    const copies = duplicatesOf(everything, query.duplicates);
    const pattern = patternOf(query);
    if (pattern === null) {
      const fields: Problem["fields"] = [{ field: "pattern", reason: { kind: "not_a_pattern" } }];
      throw new ProblemError(makeProblem("invalid_input", { fields }));
    }
    const filtersOf = (known: Remembered): boolean[] => {
      const change = since === null ? null : changeSince(known, since);
      const isChanged = change !== null && (!wanted || change === wanted);
      const { report } = lastOf(known);
      return [
        ...(query.changed ? [isChanged] : []),
        ...(query.duplicates ? [copies.has(known)] : []),
        ...(pattern ? [pattern.test(report.row.address)] : []),
        ...filtersIn(report, query, this.#now()),
      ];
    };
    return everything.filter((known) => {
      if ((known.goneAt !== null) !== isGone && (!query.changed || wanted)) return false;
      const filters = filtersOf(known);
      const isFitting = query.any && filters.length > 0 ? filters.includes(true) : !filters.includes(false);
      return isFitting && fits(lastOf(known).report, query);
    });
  }

  /** How many reports match each query. */
  counts(queries: readonly LibraryQuery[]): QueryCount[] {
    return queries.map((query) => {
      if (patternOf(query) === null) return { kind: "not_a_pattern" };
      const counts = { good: 0, decent: 0, bad: 0, unknown: 0 };
      for (const known of this.select(query)) counts[lastOf(known).report.row.verdict ?? "unknown"] += 1;
      return { kind: "counted", ...counts };
    });
  }

  list(query: LibraryQuery): LibraryPage {
    const since = query.changed ? this.since(query.changed.since) : null;
    const rows = this.select(query).map((known) => rowOf(known, since));
    const sign = query.sort === "asc" ? 1 : -1;
    const { sort_check } = query;
    const key = sort_check ? this.#valueIn(sort_check) : SORT_KEYS[query.sort_by ?? "created"];
    rows.sort((a, b) => {
      const [one, other] = [key(a), key(b)];
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return sign * (compared(one, other) || compared(Number(a.row.id), Number(b.row.id)));
    });
    const number = query.page ?? 1;
    const first = (number - 1) * query.per_page;
    return {
      rows: rows.slice(first, first + query.per_page),
      number,
      total: rows.length,
      changes: query.changed && !query.any ? this.#changesIn(query, since) : null,
    };
  }

  known(ref: ReportRef): KnownReport {
    const known = this.#find(ref);
    return {
      report: lastOf(known).report,
      has_checks: true,
      seen_at: iso(known.seenAt),
      gone_at: isoOrNull(known.goneAt),
    };
  }

  history(ref: ReportRef): History {
    const known = this.#find(ref);
    const reasons = known.seen.flatMap((after, at) => {
      const before = known.seen[at - 1];
      return before ? [reasonsBetween(before, after)] : [];
    });
    return {
      snapshots: known.seen.map(snapshotOf).reverse(),
      reasons: reasons.reverse(),
      gone_at: isoOrNull(known.goneAt),
      is_cut: false,
    };
  }

  checkNames(): string[] {
    const names = this.everything().flatMap((known) => lastOf(known).report.checks.map(({ name }) => name));
    return [...new Set(names)].sort();
  }

  trends(connection: string, ids: readonly string[], checks: readonly string[]): ReportTrend[] {
    return ids.flatMap((id) => {
      const known = this.#scopes.get(connection)?.get(id);
      if (!known) return [];
      const scores = known.seen.flatMap(({ report }) => report.row.score ?? []);
      const all = lastOf(known).report.checks;
      const failed = all.filter(({ passed }) => passed === false).length;
      const values = checks.map((name) => checkValue(all.find((check) => check.name === name)?.value ?? null));
      return [{ id, scores: scores.filter((score, at) => score !== scores[at - 1]), failed, values }];
    });
  }

  summaries({ connection, projects, days, stale_days }: SummariesQuery): ProjectSummary[] {
    const now = this.#now();
    return projects.flatMap((project) => {
      const all = this.there(connection).filter((known) => lastOf(known).report.row.project === project);
      if (all.length === 0) return [];
      const reports = all.map((known) => lastOf(known).report);
      const verdicts = { good: 0, decent: 0, bad: 0, unknown: 0 };
      for (const { row } of reports) verdicts[row.verdict ?? "unknown"] += 1;
      const scoresAt = (at: number) => all.flatMap((known) => seenAt(known, at)?.report.row.score ?? []);
      const times = Array.from({ length: 31 }, (_, step) => now - ((30 - step) / 30) * days * DAY);
      const checked = reports.flatMap(({ row }) => row.generated_at ?? []).sort();
      return {
        project,
        reports: all.length,
        verdicts,
        mean_score: meanOf(scoresAt(now)),
        trend: times.map((at) => meanOf(scoresAt(at))),
        failing: reports.flatMap(failing).filter(({ importance }) => importance === "high").length,
        without_checks: 0,
        stale: reports.filter(({ row }) => isStale(row.generated_at, stale_days, now)).length,
        checked_at: checked.at(-1) ?? null,
      };
    });
  }

  #changesIn(query: LibraryQuery, since: number | null): Changes {
    const changes = { since: isoOrNull(since), better: 0, worse: 0, new: 0, gone: 0 };
    if (since === null) return changes;
    const changed = query.changed && { since: query.changed.since };
    for (const known of this.select({ ...query, changed })) {
      const change = changeSince(known, since);
      if (change) changes[change] += 1;
    }
    return changes;
  }

  /** A check’s value in a row, to sort by; null without one. */
  #valueIn({ name, by_length }: CheckSort): (row: LibraryRow) => string | number | null {
    return ({ connection, row: { id } }) => {
      const { checks } = lastOf(this.#find({ connection, id })).report;
      const value = checks.find((check) => check.name === name)?.value;
      if (typeof value === "string" && value !== "") return by_length ? value.length : value.toLowerCase();
      return typeof value === "number" ? value : null;
    };
  }

  #find({ connection, id }: ReportRef): Remembered {
    const known = this.#scopes.get(connection)?.get(id);
    if (!known) throw new ProblemError(makeProblem("not_in_library"));
    return known;
  }
}

function meanOf(scores: readonly number[]): number | null {
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** A report's latest snapshot. */
export function lastOf({ seen }: Remembered): Seen {
  const last = seen.at(-1);
  if (!last) throw new Error("a report is remembered by how it was seen");
  return last;
}

/** A report's state at a time; undefined before its first snapshot and after its removal. */
function seenAt({ seen, goneAt }: Remembered, at: number): Seen | undefined {
  return goneAt !== null && goneAt <= at ? undefined : seen.filter((each) => each.at <= at).at(-1);
}

/** How a report changed since a time; undefined if it didn't. */
function changeSince(known: Remembered, since: number): Change | null {
  const before = seenAt(known, since);
  if (known.goneAt !== null) return before ? "gone" : null;
  if (!before) return "new";
  const difference = worth(lastOf(known).report) - worth(before.report);
  return difference === 0 ? null : difference > 0 ? "better" : "worse";
}

function snapshotOf({ number, at, report }: Seen): Snapshot {
  return { number, seen_at: iso(at), row: report.row, failed: failing(report).length };
}

function failing({ checks }: Report) {
  return checks.filter(({ passed }) => passed === false);
}

function rowOf(known: Remembered, since: number | null): LibraryRow {
  const last = lastOf(known);
  const before = since === null ? known.seen.at(-2) : seenAt(known, since);
  return {
    connection: known.connection,
    row: last.report.row,
    seen_at: iso(known.seenAt),
    changed_at: known.seen.length > 1 ? iso(last.at) : null,
    gone_at: isoOrNull(known.goneAt),
    score_before: before?.report.row.score ?? null,
    verdict_before: before?.report.row.verdict ?? null,
    change: since === null ? null : changeOf(known, since, before),
  };
}

function changeOf(known: Remembered, since: number, before: Seen | undefined): ReportChange | null {
  const kind = changeSince(known, since);
  if (kind === null) return null;
  const last = lastOf(known);
  const none = { reasons: null, first_score: null };
  if (kind === "new") {
    const [first] = known.seen.length > 1 ? known.seen : [];
    const first_score = first?.report.row.score ?? null;
    return { ...none, kind, at: last.report.row.created_at ?? iso(known.seenAt), first_score };
  }
  if (kind === "gone") return { ...none, kind, at: iso(known.goneAt ?? known.seenAt) };
  return { ...none, kind, at: iso(last.at), reasons: before ? reasonsBetween(before, last) : null };
}

const SORT_KEYS: Record<NonNullable<LibraryQuery["sort_by"]>, (row: LibraryRow) => string | number> = {
  created: ({ row }) => row.created_at ?? "",
  generated: ({ row }) => row.generated_at ?? "",
  address: ({ row }) => row.address,
  score: ({ row }) => row.score ?? rank(row.verdict) * 40,
  changed: ({ change, changed_at }) => change?.at ?? changed_at ?? "",
  project: ({ row }) => row.project ?? "",
  fall: ({ row, score_before }) => (score_before === null || row.score === null ? 0 : score_before - row.score),
};

/** The expression of a query; undefined without one, null for an invalid one. */
function patternOf({ pattern }: LibraryQuery): RegExp | null | undefined {
  if (!pattern) return undefined;
  try {
    return new RegExp(pattern, "i");
  } catch {
    return null;
  }
}

/** The reports of pages that have several, or those but the newest. */
function duplicatesOf(all: readonly Remembered[], wanted: LibraryQuery["duplicates"]): Set<Remembered> {
  const pages = new Map<string, Remembered[]>();
  for (const known of wanted ? all.filter(({ goneAt }) => goneAt === null) : []) {
    const page = `${known.connection} ${lastOf(known).report.row.address.replace(/\/$/, "")}`;
    pages.set(page, [...(pages.get(page) ?? []), known]);
  }
  const createdAt = (known: Remembered) => lastOf(known).report.row.created_at ?? "";
  const newestLast = [...pages.values()].map((of) => of.sort((a, b) => compared(createdAt(a), createdAt(b))));
  const several = newestLast.filter(({ length }) => length > 1);
  return new Set(several.flatMap((of) => (wanted === "older" ? of.slice(0, -1) : of)));
}

/** True for each filter that the report matches, of those that may be enough alone. */
function filtersIn({ row }: Report, query: LibraryQuery, now: number): boolean[] {
  const { privacy, score_min, score_max, stale_days, path } = query;
  const filters: boolean[] = [];
  if (privacy) filters.push(row.privacy === privacy);
  if (typeof score_min === "number" || typeof score_max === "number") {
    filters.push(row.score !== null && row.score >= (score_min ?? 0) && row.score <= (score_max ?? 100));
  }
  if (stale_days) filters.push(isStale(row.generated_at, stale_days, now));
  if (path) filters.push((row.address.replace(/^[^/]*/, "") || "/").startsWith(path));
  return filters;
}

function fits({ row, checks }: Report, query: LibraryQuery): boolean {
  const { search, project, verdict, failing: name } = query;
  if (search) {
    const searched =
      query.search_in === "checks" ? JSON.stringify(checks.map((check) => [check.name, check.value])) : row.address;
    if (!searched.toLowerCase().includes(search.toLowerCase())) return false;
  }
  if (project && row.project !== project) return false;
  if (name && !checks.some((check) => check.name === name && check.passed === false)) return false;
  return !verdict || row.verdict === verdict;
}

/** True if the checks are older than `days` days. */
function isStale(generated: string | null, days: number, now: number): boolean {
  return generated !== null && Date.parse(generated) < now - days * DAY;
}

function worth({ row }: Report): number {
  return rank(row.verdict) * 1000 + (row.score ?? 0);
}

function rank(verdict: Report["row"]["verdict"]): number {
  return verdict ? { bad: 0, decent: 1, good: 2 }[verdict] : -1;
}

function compared(one: string | number, other: string | number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at);
}

/** A check's value in short. */
function checkValue(value: JsonValue): CheckValue | null {
  switch (typeof value) {
    case "number":
      return { kind: "number", number: value };
    case "boolean":
      return { kind: "flag", value };
    case "string":
      return value === "" ? null : { kind: "text", text: value.slice(0, 200), length: [...value].length };
    default: {
      const count = value === null ? 0 : Object.keys(value).length;
      return count === 0 ? null : { kind: "entries", count };
    }
  }
}
