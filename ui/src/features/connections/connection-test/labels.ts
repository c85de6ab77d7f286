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
} from "../../../host/contract";
import { listOf } from "../../../i18n";
import { useSortLabels } from "../../../shared/lists/sort-labels";
import type { Limit, TestSummary } from "./test-summary";

type Fact = { name: string; value: string };

/** Texts of a test, for the screen and for the copied report. */
export type TestLabels = {
  headline: (verdict: TestSummary["kind"]) => string;
  step: (step: Step) => string;
  outcome: (step: CheckStep, check: ConnectionCheck) => string;
  finding: (finding: Finding, step: Step) => string;
  limit: (limit: Limit) => string;
  facts: (generation: ServiceCapabilities) => Fact[];
  /** Formats milliseconds; seconds from 1,000. */
  time: (millis: number) => string;
};

export function useTestLabels(): TestLabels {
  const { i18n } = useLingui();
  const sorts = useSortLabels();
  return {
    headline: (verdict) => i18n._(HEADLINES[verdict]),
    step: (step) => i18n._(STEPS[step]),
    outcome: (step, check) => i18n._(outcomeOf(step, check)),
    finding: (finding, step) => findingText(i18n, finding, step),
    limit: (limit) => limitText(i18n, limit, sorts),
    facts: (generation) => factsOf(i18n, generation, sorts),
    time: (taken) => {
      const millis = i18n.number(taken);
      if (taken < 1000) return t(i18n)`${millis} ms`;
      const seconds = i18n.number(taken / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
      return t(i18n)`${seconds} s`;
    },
  };
}

const HEADLINES: Record<TestSummary["kind"], MessageDescriptor> = {
  works: msg`This connection works.`,
  limited: msg`This connection works, with limits.`,
  fails: msg`This connection does not work yet.`,
};

const STEPS: Record<Step, MessageDescriptor> = {
  settings: msg`Settings`,
  proxy: msg`Proxy`,
  name: msg`Name`,
  connect: msg`Connection`,
  tls: msg`Encryption`,
  interface: msg`Kind of service`,
  key: msg`Key`,
  reports: msg`List of reports`,
  projects: msg`List of projects`,
  paging: msg`Number of rows`,
  sorting: msg`Sorting by date generated`,
  throttle: msg`Limit of requests`,
};

// Only some steps are optional features of a service.
const ABSENT: Partial<Record<Step, MessageDescriptor>> = {
  proxy: msg`None`,
  name: msg`Not needed`,
  tls: msg({ message: "None", context: "encryption" }),
  paging: msg`Not announced`,
  sorting: msg`Ignored`,
  throttle: msg`Not announced`,
};

const PAGINGS = {
  totals: msg`Say how many rows there are`,
  next_only: msg`Say only whether there is a next page`,
  unsaid: msg`Do not say whether there is more`,
  unknown: msg`Not seen yet`,
};

function outcomeOf({ step, outcome }: CheckStep, check: ConnectionCheck): MessageDescriptor {
  if (outcome === "passed") return msg`OK`;
  if (outcome === "failed") return msg`Failed`;
  if (outcome === "absent") return ABSENT[step] ?? msg`Not offered`;
  const passed = (other: Step) => check.steps.some((that) => that.step === other && that.outcome === "passed");
  if (["name", "connect"].includes(step) && passed("proxy")) return msg`Left to the proxy`;
  // The test doesn't inspect TLS to the service through a proxy.
  if (step === "tls" && passed("proxy")) return msg`Not seen through the proxy`;
  return step === "sorting" && passed("reports") ? msg`Cannot be told yet` : msg`Not tried`;
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
      )`${protocol}, certificate by ${issuer}, valid for another ${plural(days_left, { one: "# day", other: "# days" })}`;
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
        ? t(i18n)`${plural(limit, { one: "# request a minute", other: "# requests a minute" })}`
        : t(i18n)`${plural(limit, { one: "# request a minute", other: "# requests a minute" })}, ${remaining} left`;
    }
  }
}

function limitText(i18n: I18n, limit: Limit, sorts: Record<ReportSort, string>): string {
  switch (limit.kind) {
    case "certificate": {
      const { days } = limit;
      return t(
        i18n,
      )`Its certificate runs out ${plural(days, { one: "in # day", other: "in # days" })}. Whoever runs the service has to renew it.`;
    }
    case "insecure":
      return t(i18n)`It is not encrypted: others on the network can read the key and the reports.`;
    case "projects":
      return t(i18n)`Its projects cannot be read.`;
    case "paging":
      return limit.paging === "next_only"
        ? t(i18n)`Its lists do not say how many rows there are in all.`
        : t(i18n)`Its lists do not say whether there are more pages.`;
    case "sort": {
      const label = sorts[limit.sort];
      return t(i18n)`It ignores sorting by “${label}”.`;
    }
    case "sorting_untried":
      return t(i18n)`Whether it can sort by date generated could not be found out.`;
    case "throttle":
      return t(i18n)`It announces no limit of requests, so Assay slows down only when it is told to.`;
  }
}

function factsOf(
  i18n: I18n,
  { rating, says_score, sorts: seen, paging, rate_limit }: ServiceCapabilities,
  sorts: Record<ReportSort, string>,
): Fact[] {
  return [
    {
      name: t(i18n)`Rates pages`,
      value: {
        score: t(i18n)`With a score from 0 to 100`,
        word: t(i18n)`With the words good, decent and bad`,
        unknown: t(i18n)`Not seen yet`,
      }[rating ?? "unknown"],
    },
    { name: t(i18n)`Name of the rating`, value: says_score ? "score" : "result" },
    { name: t(i18n)`Lists`, value: i18n._(PAGINGS[paging ?? "unknown"]) },
    ...(Object.keys(seen) as ReportSort[]).map((sort) => {
      const label = sorts[sort];
      return { name: t(i18n)`Sort by “${label}”`, value: seen[sort] ? t(i18n)`Honoured` : t(i18n)`Ignored` };
    }),
    {
      name: t(i18n)`Limit`,
      value:
        rate_limit === null
          ? t(i18n)`None announced`
          : t(i18n)`${plural(rate_limit, { one: "# request a minute", other: "# requests a minute" })}`,
    },
  ];
}
