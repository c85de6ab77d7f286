import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { readable } from "../../components/text/readable";
import type {
  Check,
  CheckChangeKind,
  Comparison,
  FailingCheck,
  Importance,
  Report,
  ReportRow,
  Snapshot,
} from "../../host/contract";
import { groupChecks } from "../../shared/checks/checks";
import { faultsOf, faultText } from "../../shared/checks/faults";
import { checkName, checkTitle, failureTitle, type Guide, type GuideEntry } from "../../shared/checks/guide";
import { DIFFERENCES } from "./history/changes";

/** Text from outside, without effect on the Markdown around it. */
function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|#~]/g, "\\$&")
    .replace(/\s+/g, " ")
    .trim();
}

function page({ url, address }: Pick<ReportRow, "url" | "address">): string {
  const text = plain(readable(address) || url || "");
  // A URL with blanks or brackets would end the link early.
  return url !== null && /^https?:\/\/[^\s<>()]+$/.test(url) ? `[${text}](${url})` : text;
}

function importanceWord(i18n: I18n, importance: Importance | null): string {
  if (importance === null) return "";
  return { high: t(i18n)`High`, medium: t(i18n)`Medium`, low: t(i18n)`Low` }[importance];
}

function explanation(i18n: I18n, entry: GuideEntry | undefined): string[] {
  if (!entry) return [];
  return [
    `**${t(i18n)`Why it matters`}** ${plain(entry.why)}`,
    `**${t(i18n)`How to fix`}** ${plain(entry.how)}`,
    `**${t(i18n)`Read more`}** <${entry.reference}>`,
  ];
}

function failedCheck(i18n: I18n, guide: Guide, check: Check): string {
  const title = plain(checkTitle(guide, check));
  const weight = importanceWord(i18n, check.importance);
  const faults = faultsOf(i18n, guide, check).flatMap((fault) => faultText(i18n, fault) ?? fault.label ?? []);
  const lines = [...faults.map(plain).filter((text) => text !== title), ...explanation(i18n, guide.get(check.name))];
  return [`- **${title}**${weight && ` (${weight})`}`, ...lines.map((line) => `  - ${line}`)].join("\n");
}

/** A report: its rating, and its failed checks with what to do. */
export function reportMarkdown(i18n: I18n, guide: Guide, { row, checks }: Report): string {
  const { failed, passed } = groupChecks(checks);
  const verdict = row.verdict && { good: t(i18n)`Good`, decent: t(i18n)`Decent`, bad: t(i18n)`Bad` }[row.verdict];
  const facts = [
    verdict && `- **${t(i18n)`Verdict`}** ${verdict}`,
    row.score !== null && `- **${t(i18n)`Score`}** ${i18n.number(row.score, { maximumFractionDigits: 1 })}`,
    row.generated_at !== null &&
      `- **${t(i18n)`Last checked`}** ${i18n.date(new Date(row.generated_at), { dateStyle: "medium", timeStyle: "short" })}`,
  ].filter(Boolean);
  const parts = [
    `# ${page(row)}`,
    facts.join("\n"),
    failed.length > 0 && `## ${t(i18n)`${plural(failed.length, { one: "# check failed", other: "# checks failed" })}`}`,
    failed.map((check) => failedCheck(i18n, guide, check)).join("\n"),
    passed.length > 0 && `## ${t(i18n)`${plural(passed.length, { one: "# check passed", other: "# checks passed" })}`}`,
    passed.map(({ name }) => `- ${plain(checkName(guide, name))}`).join("\n"),
  ];
  return joined(parts);
}

/** A fix list: the checks by importance, with the number of pages that fail, and how to fix them. */
export function fixListMarkdown(i18n: I18n, guide: Guide, checks: readonly FailingCheck[]): string {
  const head = [t(i18n)`Check`, t(i18n)`Importance`, t(i18n)`Failing pages`, t(i18n)`How to fix`];
  const rows = checks.map(({ name, importance, pages }) => {
    const entry = guide.get(name);
    return [
      plain(failureTitle(guide, name)),
      importanceWord(i18n, importance),
      i18n.number(pages),
      entry ? `${plain(entry.how)} [${t(i18n)`Read more`}](${entry.reference})` : "",
    ];
  });
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return joined([`# ${t(i18n)`Fix list`}`, [head, ["---", "---", "---:", "---"], ...rows].map(line).join("\n")]);
}

/** A check of a fix list, with the pages that fail it, as far as they are `shown`. */
export function checkMarkdown(
  i18n: I18n,
  guide: Guide,
  { name, pages }: FailingCheck,
  shown: readonly ReportRow[],
): string {
  const more = pages - shown.length;
  return joined([
    `# ${plain(failureTitle(guide, name))}`,
    explanation(i18n, guide.get(name)).join("\n\n"),
    `## ${t(i18n)`${plural(pages, { one: "# page", other: "# pages" })}`}`,
    shown.map((row) => `- ${page(row)}`).join("\n"),
    shown.length > 0 && more > 0 && t(i18n)`${plural(more, { one: "# more page", other: "# more pages" })}`,
  ]);
}

/**
 * A comparison of a report's snapshots, or of two reports with the names of their `connections` if these differ: the
 * checks that differ.
 */
export function comparisonMarkdown(
  i18n: I18n,
  guide: Guide,
  { before, after, checks }: Comparison,
  connections?: readonly string[],
): string {
  const scoreOf = ({ row: { score } }: Snapshot) =>
    score === null ? "–" : i18n.number(score, { maximumFractionDigits: 1 });
  const groups = (["broken", "fixed", "changed", "added", "removed"] as const).map((kind) => {
    const found = checks.filter((change) => change.kind === kind);
    const lines = found.map(({ name, after: now }) =>
      (kind === "broken" || kind === "added") && now?.passed === false
        ? failedCheck(i18n, guide, now)
        : `- ${plain(checkName(guide, name))}`,
    );
    const title = connections
      ? `${i18n._(DIFFERENCES[kind])} (${i18n.number(found.length)})`
      : changesTitle(i18n, kind, found.length);
    return found.length > 0 && `## ${title}\n\n${lines.join("\n")}`;
  });
  const between = connections ? " · " : " → ";
  const titleOf = ({ row }: Snapshot, name?: string) => (name ? `${page(row)} (${plain(name)})` : page(row));
  const title = connections
    ? [before, after].map((side, index) => titleOf(side, connections[index])).join(between)
    : titleOf(after);
  const scores = [before, after].map(scoreOf).join(between);
  return joined([`# ${title}`, `- **${t(i18n)`Score`}** ${scores}`, ...groups]);
}

function changesTitle(i18n: I18n, kind: CheckChangeKind, count: number): string {
  return {
    broken: t(i18n)`${plural(count, { one: "# new failure", other: "# new failures" })}`,
    fixed: t(i18n)`${plural(count, { one: "# fixed", other: "# fixed" })}`,
    changed: t(i18n)`${plural(count, { one: "# changed", other: "# changed" })}`,
    added: t(i18n)`${plural(count, { one: "# new check", other: "# new checks" })}`,
    removed: t(i18n)`${plural(count, { one: "# removed check", other: "# removed checks" })}`,
  }[kind];
}

function joined(parts: readonly (string | false | null)[]): string {
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
