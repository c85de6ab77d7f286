import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type {
  CheckStep,
  ConnectionCheck,
  Finding,
  ReportSort,
  ServiceCapabilities,
  Step,
  StepOutcome,
} from "../../../host/contract";
import { listOf } from "../../../i18n";
import { useSortLabels } from "../../../shared/lists/sort-labels";
import type { Limit, TestSummary } from "./test-summary";

export type StepGroup = "network" | "account" | "features";

/** Texts of a test, for the screen and for the copied report. */
export type TestLabels = {
  headline: (verdict: TestSummary["kind"]) => string;
  group: (group: StepGroup) => string;
  groupOutcome: (outcome: StepOutcome) => string;
  /** A summary of what a group found; empty if nothing. */
  groupFacts: (steps: readonly CheckStep[]) => string;
  /** A summary of a group with limits. */
  limitCount: (count: number) => string;
  step: (step: Step) => string;
  outcome: (step: CheckStep, check: ConnectionCheck) => string;
  finding: (finding: Finding, step: Step) => string;
  limit: (limit: Limit) => string;
  /** How the service rates, which no step says. */
  rating: (generation: ServiceCapabilities) => { name: string; value: string };
  /** Formats milliseconds; seconds from 1,000. */
  time: (millis: number) => string;
};

export function useTestLabels(): TestLabels {
  const { i18n } = useLingui();
  const sorts = useSortLabels(null);
  const time = (taken: number) => {
    const millis = i18n.number(taken);
    if (taken < 1000) return t(i18n)`${millis} ms`;
    const seconds = i18n.number(taken / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
    return t(i18n)`${seconds} s`;
  };
  return {
    headline: (verdict) => i18n._(HEADLINES[verdict]),
    group: (group) => i18n._(GROUPS[group]),
    groupOutcome: (outcome) => i18n._(GROUP_OUTCOMES[outcome]),
    groupFacts: (steps) => steps.flatMap((step) => shortFact(i18n, step)).join(" · "),
    limitCount: (count) => t(i18n)`${plural(count, { one: "# limitation", other: "# limitations" })}`,
    step: (step) => i18n._(STEPS[step]),
    outcome: (step, check) => i18n._(outcomeOf(step, check)),
    finding: (finding, step) => findingText(i18n, finding, step),
    limit: (limit) => limitText(i18n, limit, sorts),
    rating: (generation) => ratingOf(i18n, generation),
    time,
  };
}

const HEADLINES: Record<TestSummary["kind"], MessageDescriptor> = {
  works: msg`Connection OK`,
  limited: msg`Connection OK, with some limitations`,
  fails: msg`Connection failed`,
};

const GROUPS: Record<StepGroup, MessageDescriptor> = {
  network: msg`Network`,
  account: msg`Account`,
  features: msg`Features`,
};

const GROUP_OUTCOMES: Record<StepOutcome, MessageDescriptor> = {
  passed: msg`OK`,
  absent: msg`Limited`,
  failed: msg`Failed`,
  skipped: msg`Skipped`,
};

const STEPS: Record<Step, MessageDescriptor> = {
  settings: msg`Settings`,
  proxy: msg`Proxy`,
  name: msg`DNS lookup`,
  connect: msg`TCP connection`,
  tls: msg`Encryption`,
  interface: msg`Service`,
  key: msg`API key`,
  reports: msg`Reports`,
  projects: msg`Projects`,
  paging: msg`Total count`,
  sorting: msg`Sort by last checked`,
  throttle: msg`Rate limit`,
};

// The others say what they found.
const PASSED: Partial<Record<Step, MessageDescriptor>> = {
  settings: msg`Valid`,
  connect: msg`Established`,
  interface: msg`Supported`,
  key: msg`Accepted`,
  paging: msg`Reported`,
  sorting: msg`Supported`,
};

// Only some steps are optional features of a service.
const ABSENT: Partial<Record<Step, MessageDescriptor>> = {
  proxy: msg`None`,
  name: msg`Not needed`,
  tls: msg({ message: "None", context: "encryption" }),
  paging: msg`Not reported`,
  sorting: msg`Not supported`,
  throttle: msg`Not reported`,
};

function outcomeOf({ step, outcome }: CheckStep, check: ConnectionCheck): MessageDescriptor {
  if (outcome === "passed") return PASSED[step] ?? msg`OK`;
  if (outcome === "failed") return msg`Failed`;
  if (outcome === "absent") return ABSENT[step] ?? msg`Not available`;
  const passed = (other: Step) => check.steps.some((that) => that.step === other && that.outcome === "passed");
  if (["name", "connect"].includes(step) && passed("proxy")) return msg`Handled by the proxy`;
  // The test doesn't inspect TLS to the service through a proxy.
  if (step === "tls" && passed("proxy")) return msg`Hidden by the proxy`;
  return step === "sorting" && passed("reports") ? msg`Unknown` : msg`Skipped`;
}

function findingText(i18n: I18n, finding: Finding, step: Step): string {
  switch (finding.kind) {
    case "proxy":
      return finding.address;
    case "addresses":
      return listOf(i18n, finding.addresses);
    case "certificate": {
      const { issuer, protocol, days_left } = finding;
      return t(
        i18n,
      )`${protocol}, certificate by ${issuer}, expires in ${plural(days_left, { one: "# day", other: "# days" })}`;
    }
    case "count": {
      const { total } = finding;
      return step === "projects"
        ? t(i18n)`${plural(total, { one: "# project", other: "# projects" })}`
        : t(i18n)`${plural(total, { one: "# report", other: "# reports" })}`;
    }
    case "throttle": {
      const { limit } = finding;
      const remaining = finding.remaining === null ? null : i18n.number(finding.remaining);
      return remaining === null
        ? t(i18n)`${plural(limit, { one: "Up to # request per minute", other: "Up to # requests per minute" })}`
        : t(
            i18n,
          )`${plural(limit, { one: "Up to # request per minute", other: "Up to # requests per minute" })}, ${remaining} left this minute`;
    }
  }
}

/** The fact of a step that sums up its group, if it has one. */
function shortFact(i18n: I18n, { step, finding, outcome }: CheckStep): string[] {
  switch (finding?.kind) {
    case "certificate": {
      const { days_left } = finding;
      return [
        t(i18n)`${plural(days_left, { one: "certificate valid for # day", other: "certificate valid for # days" })}`,
      ];
    }
    case "count":
      return [findingText(i18n, finding, step)];
  }
  if (outcome !== "passed") return [];
  // The last of the features, which passed as a group.
  if (step === "throttle") return [t(i18n)`All available`];
  if (step === "connect") return [t(i18n)`Service reached`];
  return step === "key" ? [t(i18n)`Key accepted`] : [];
}

function limitText(i18n: I18n, limit: Limit, sorts: Record<ReportSort, string>): string {
  switch (limit.kind) {
    case "certificate":
      return t(i18n)`The certificate expires soon; the service’s administrator needs to renew it`;
    case "insecure":
      return t(i18n)`Not encrypted: others on the network can read your key and reports`;
    case "projects":
      return t(i18n)`Projects aren’t available`;
    case "paging":
      return limit.paging === "next_only"
        ? t(i18n)`Live lists don’t show a total`
        : t(i18n)`The service doesn’t report whether there are more pages`;
    case "sort": {
      const label = sorts[limit.sort];
      return t(i18n)`Can’t sort by “${label}”`;
    }
    case "sorting_untried":
      return t(i18n)`Couldn’t determine whether it can sort by last checked`;
    case "throttle":
      return t(i18n)`No rate limit reported; Assay slows down only when the service asks`;
  }
}

function ratingOf(i18n: I18n, { rating }: ServiceCapabilities): ReturnType<TestLabels["rating"]> {
  const values = {
    score: t(i18n)`Score 0–100`,
    word: t(i18n)`Good, decent, or bad`,
    unknown: t(i18n)`Unknown`,
  };
  return { name: t(i18n)`Rating`, value: values[rating ?? "unknown"] };
}
