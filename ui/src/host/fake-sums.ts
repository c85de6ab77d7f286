import type {
  Changes,
  Check,
  CheckChange,
  CheckChangeKind,
  Comparison,
  FailingCheck,
  FixList,
  Importance,
  JsonValue,
  Overview,
  OverviewQuery,
  ProjectVerdicts,
  Report,
  Since,
  ValueChange,
  VerdictCounts,
} from "./contract";
import { changeSince, type FakeLibrary, failing, isStale, lastOf, type Seen, seenAt, snapshotOf } from "./fake/library";

const DAY = 24 * 3600 * 1000;

/** How many reports changed since some time. */
export function changesPath(library: FakeLibrary, connection: string | null | undefined, since: Since): Changes {
  const at = library.since(since);
  const changes: Changes = {
    since: at === null ? null : new Date(at).toISOString(),
    better: 0,
    worse: 0,
    new: 0,
    gone: 0,
  };
  if (at === null) return changes;
  for (const known of library.everything(connection)) {
    const change = changeSince(known, at);
    if (change) changes[change] += 1;
  }
  return changes;
}

/** The checks that fail in some reports, the most important and most frequent first. */
export function fixListPath(reports: readonly Report[]): FixList {
  const found = new Map<string, FailingCheck>();
  for (const { name, importance } of reports.flatMap(failing)) {
    const entry = found.get(name) ?? { name, importance, pages: 0 };
    found.set(name, { ...entry, pages: entry.pages + 1 });
  }
  const checks = [...found.values()].sort(
    (a, b) => byImportance(a.importance, b.importance) || b.pages - a.pages || a.name.localeCompare(b.name),
  );
  return {
    checks,
    reports: reports.length,
    without_checks: reports.filter((report) => report.checks.length === 0).length,
  };
}

/** The library at a glance. */
export function overviewOf(library: FakeLibrary, query: OverviewQuery, now: number): Overview {
  const everything = library.everything(query.connection);
  const there = library
    .there(query.connection)
    .map((known) => ({ ...lastOf(known).report, connection: known.connection }));
  const rows = there.map(({ row }) => row);
  const projects = new Map<string, typeof there>();
  for (const report of there) {
    const key = JSON.stringify([report.connection, report.row.project]);
    projects.set(key, [...(projects.get(key) ?? []), report]);
  }
  const offset = query.utc_offset * 60_000;
  const today = Math.floor((now + offset) / DAY);
  const month = dayOf(today).slice(0, 7);
  const days = [...new Set([...changeDays(everything, offset), today])].filter((day) => day > today - 400);
  return {
    verdicts: counted(rows),
    over_time: days
      .sort((a, b) => a - b)
      .map((day) => {
        const end = (day + 1) * DAY - offset - 1;
        const then = everything.flatMap((known) => seenAt(known, end)?.report.row ?? []);
        return { day: dayOf(day), verdicts: counted(then) };
      }),
    projects: [...projects.values()]
      .map(projectOf)
      .sort((a, b) => total(b.verdicts) - total(a.verdicts) || (a.project ?? "").localeCompare(b.project ?? ""))
      .slice(0, 500),
    project_count: projects.size,
    scores: Array.from({ length: 10 }, (_, ten) => rows.filter(({ score }) => bandOf(score) === ten).length),
    without_score: rows.filter(({ score }) => score === null).length,
    stale: rows.filter((row) => isStale(row.generated_at, query.stale_days, now)).length,
    public: rows.filter(({ privacy }) => privacy === "public").length,
    private: rows.filter(({ privacy }) => privacy === "private").length,
    password: rows.filter(({ privacy }) => privacy === "password").length,
    privacy_unknown: rows.filter(({ privacy }) => privacy === null).length,
    created_this_month: everything.filter((known) => {
      const created = Date.parse(lastOf(known).report.row.created_at ?? "");
      return dayOf(Math.floor((created + offset) / DAY)).startsWith(month);
    }).length,
  };
}

/** How two snapshots differ. */
export function compared(before: Seen, after: Seen): Comparison {
  const earlier = new Map(before.report.checks.map((check) => [check.name, check]));
  const later = new Map(after.report.checks.map((check) => [check.name, check]));
  const names = [...new Set([...earlier.keys(), ...later.keys()])];
  const checks = names.flatMap((name) => changeOf(name, earlier.get(name) ?? null, later.get(name) ?? null) ?? []);
  checks.sort(
    (a, b) =>
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      byImportance((a.after ?? a.before)?.importance, (b.after ?? b.before)?.importance) ||
      a.name.localeCompare(b.name),
  );
  return { before: snapshotOf(before), after: snapshotOf(after), checks, same: names.length - checks.length };
}

const KINDS: readonly CheckChangeKind[] = ["broken", "mended", "changed", "added", "removed"];
const IMPORTANCES: readonly (Importance | null | undefined)[] = ["high", "medium", "low"];

function byImportance(one: Importance | null | undefined, other: Importance | null | undefined): number {
  const placeOf = (importance: Importance | null | undefined) => IMPORTANCES.indexOf(importance) >>> 0;
  return placeOf(one) - placeOf(other);
}

function changeOf(name: string, before: Check | null, after: Check | null): CheckChange | null {
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  const values = before && after ? valueChanges("", before.value, after.value).slice(0, 200) : [];
  return { name, kind: kindOf(before, after), before, after, values };
}

function kindOf(before: Check | null, after: Check | null): CheckChangeKind {
  if (!before) return "added";
  if (!after) return "removed";
  if (before.passed === after.passed || before.passed === null || after.passed === null) return "changed";
  return after.passed ? "mended" : "broken";
}

function valueChanges(path: string, before: JsonValue | null, after: JsonValue | null): ValueChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [one, other] = [partsOf(before), partsOf(after)];
  if (!one || !other || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
    const inner = Array.isArray(before) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    return valueChanges(inner, one[key] ?? null, other[key] ?? null);
  });
}

function partsOf(value: JsonValue | null): { [key: string]: JsonValue } | null {
  return typeof value === "object" && value !== null ? ({ ...value } as { [key: string]: JsonValue }) : null;
}

function changeDays(everything: ReturnType<FakeLibrary["everything"]>, offset: number): number[] {
  const times = everything.flatMap(({ seen, goneAt }) => [
    ...seen.map(({ at }) => at),
    ...(goneAt === null ? [] : [goneAt]),
  ]);
  return times.map((at) => Math.floor((at + offset) / DAY));
}

function dayOf(day: number): string {
  return Number.isFinite(day) ? new Date(day * DAY).toISOString().slice(0, 10) : "";
}

function counted(rows: readonly Report["row"][]): VerdictCounts {
  const counts: VerdictCounts = { good: 0, decent: 0, bad: 0, unknown: 0 };
  for (const { verdict } of rows) counts[verdict ?? "unknown"] += 1;
  return counts;
}

function total({ good, decent, bad, unknown }: VerdictCounts): number {
  return good + decent + bad + unknown;
}

function bandOf(score: number | null): number | null {
  return score === null ? null : Math.min(9, Math.floor(score / 10));
}

function projectOf(reports: readonly (Report & { connection: string })[]): ProjectVerdicts {
  const scores = reports.flatMap(({ row }) => row.score ?? []);
  return {
    connection: reports[0]?.connection ?? "",
    project: reports[0]?.row.project ?? null,
    verdicts: counted(reports.map(({ row }) => row)),
    mean_score: scores.length > 0 ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null,
  };
}
