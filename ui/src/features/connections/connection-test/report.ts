import type { ConnectionCheck, Start } from "../../../host/contract";
import { useStart } from "../../../shared/data/start";
import { problemDetails } from "../../../shared/problems";
import { type TestLabels, useTestLabels } from "./labels";
import { summarizeTest } from "./test-summary";

/** A test's results as plain text for support, without keys and URL credentials. */
export function useCheckReport(): (check: ConnectionCheck) => string {
  const words = useTestLabels();
  const start = useStart();
  return (check) => checkReport(check, words, start, new Date());
}

function checkReport(check: ConnectionCheck, words: TestLabels, start: Start, at: Date): string {
  const verdict = summarizeTest(check);
  const lines = [
    `Assay ${start.version} (${start.platform})`,
    at.toISOString(),
    check.base_url.replace(/\/\/[^/]*@/, "//"),
    "",
    words.headline(verdict.kind),
    ...verdict.limits.map((limit) => `- ${words.limit(limit)}`),
    "",
  ];
  for (const step of check.steps) {
    const time = step.millis === null ? "" : ` (${words.time(step.millis)})`;
    const finding = step.finding ? `: ${words.finding(step.finding, step.step)}` : "";
    lines.push(`${words.step(step.step)} – ${words.outcome(step, check)}${time}${finding}`);
    if (step.problem) lines.push(...indented(problemDetails(step.problem)));
  }
  const { name, value } = words.rating(check.generation);
  lines.push("", `${name}: ${value} (${check.generation.says_score ? "score" : "result"})`);
  return lines.join("\n");
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `    ${line}`);
}
