import type { CheckStep, ConnectionCheck, ReportSort, ServiceCapabilities, Step } from "../../../host/contract";
import { failedStep } from "../../../shared/data/service-status";

/** A limitation of a working connection. */
export type Limit =
  | { kind: "certificate" }
  | { kind: "insecure" }
  | { kind: "projects" }
  | { kind: "paging"; paging: ServiceCapabilities["paging"] }
  | { kind: "sort"; sort: ReportSort }
  | { kind: "sorting_untried" }
  | { kind: "throttle" };

export type TestSummary = {
  kind: "works" | "limited" | "fails";
  /** The step that failed, if any. */
  failed: CheckStep | null;
  limits: Limit[];
};

/** Days before a certificate's expiry to warn. */
const CERTIFICATE_SOON = 15;

export function summarizeTest(check: ConnectionCheck): TestSummary {
  const failed = failedStep(check);
  const limits = failed ? [] : limitsOf(check);
  return { kind: failed ? "fails" : limits.length > 0 ? "limited" : "works", failed, limits };
}

function limitsOf({ base_url, steps, generation }: ConnectionCheck): Limit[] {
  const outcomeOf = (step: Step) => steps.find((candidate) => candidate.step === step)?.outcome;
  const limits: Limit[] = [];
  for (const { finding } of steps) {
    if (finding?.kind === "certificate" && finding.days_left < CERTIFICATE_SOON) {
      limits.push({ kind: "certificate" });
    }
  }
  if (isInsecure(base_url)) limits.push({ kind: "insecure" });
  if (outcomeOf("projects") === "failed") limits.push({ kind: "projects" });
  if (outcomeOf("paging") === "absent") limits.push({ kind: "paging", paging: generation.paging });
  if (outcomeOf("sorting") === "failed") limits.push({ kind: "sorting_untried" });
  for (const sort of ["id", "generated_at", "url", "result"] as const) {
    if (generation.sorts[sort] === false) limits.push({ kind: "sort", sort });
  }
  if (outcomeOf("throttle") === "absent") limits.push({ kind: "throttle" });
  return limits;
}

/** Plain HTTP to another computer; local traffic can't be intercepted. */
function isInsecure(base_url: string): boolean {
  const url = URL.parse(base_url);
  return url?.protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
}
