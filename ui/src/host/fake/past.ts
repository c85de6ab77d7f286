import type { Check, Report } from "../contract";
import { diceOf, verdictOf } from "./data";

const DAY = 24 * 3600 * 1000;

/** A report's state from a time on. */
export type Moment = {
  /** Start time, in milliseconds since 1970. */
  at: number;
  report: Report;
};

/** A report's generated history, oldest first and deterministic; it ends with the current state. */
export function pastOf(report: Report): Moment[] {
  const dice = diceOf(Number(report.row.id) * 31 + 5);
  const created = Date.parse(report.row.created_at ?? "") || 0;
  const generated = Date.parse(report.row.generated_at ?? "") || created;
  const moments: Moment[] = [{ at: generated, report }];
  if (generated <= created) return moments;
  const runs = 1 + dice.roll(5);
  for (let run = runs - 1; run >= 0; run--) {
    const at = created + Math.round(((generated - created) * run) / runs);
    moments.unshift({ at, report: earlier(moments[0]?.report ?? report, at, run === 0 && dice.chance(0.3), dice) });
  }
  return moments;
}

/** Two generated reports that the service no longer has, with their removal times. */
export function goneOf(reports: readonly Report[], now: number): (Moment & { gone: number })[] {
  return reports.slice(0, 2).map((report, index) => {
    const at = Math.min(Date.parse(report.row.created_at ?? "") || 0, now - 40 * DAY);
    const then = new Date(at).toISOString();
    const address = `${report.row.project ?? "pages.example"}/landing-page-${index + 1}`;
    const row = { ...report.row, id: ["3907", "3988"][index] ?? "3900", address, url: `https://${address}` };
    return {
      at,
      report: { ...report, row: { ...row, created_at: then, generated_at: then, updated_at: then } },
      gone: now - (index === 0 ? 2 : 20) * DAY,
    };
  });
}

/** A report at an earlier run of its checks. */
function earlier(report: Report, at: number, isOtherVersion: boolean, dice: ReturnType<typeof diceOf>): Report {
  const flips = 1 + dice.roll(4);
  const flipped = new Set(Array.from({ length: flips }, () => dice.roll(report.checks.length)));
  let [change, possible] = [0, 0];
  const checks = report.checks.map((check, index): Check => {
    const weight = check.importance ? { high: 10, medium: 5, low: 1 }[check.importance] : 0;
    possible += weight;
    if (flipped.has(index) && check.passed !== null) {
      change += check.passed ? -weight : weight;
      return { ...check, passed: !check.passed, errors: check.passed ? { missing: null } : null };
    }
    const isOther = typeof check.value === "number" && dice.chance(0.4);
    return isOther ? { ...check, value: Math.round(Number(check.value) * (8 + dice.roll(8))) / 10 } : check;
  });
  const { row } = report;
  const score =
    row.score === null || possible === 0
      ? row.score
      : Math.min(100, Math.max(0, Math.round(row.score + (change / possible) * 100)));
  const then = new Date(at).toISOString();
  const privacy = dice.chance(0.15) ? (row.privacy === "public" ? "private" : "public") : row.privacy;
  return {
    ...report,
    row: {
      ...row,
      score,
      verdict: score === null ? row.verdict : verdictOf(score),
      privacy,
      has_password: privacy === "password",
      generated_at: then,
      updated_at: then,
    },
    checks: isOtherVersion ? otherVersion(checks) : checks,
  };
}

/** The checks of an older service version: one is missing, another was removed since. */
function otherVersion(checks: Check[]): Check[] {
  const flash: Check = { name: "flash", passed: true, importance: "low", value: [], errors: null, other: {} };
  return [...checks.filter(({ name }) => name !== "structured_data"), flash];
}
