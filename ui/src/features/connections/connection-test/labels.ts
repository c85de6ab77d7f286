import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { CheckStep, ConnectionCheck, Finding, ServiceCapabilities, ReportSort, Step } from "../../../host/contract";
import { listOf } from "../../../i18n";
import { useSortLabels } from "../../../shared/lists/sort-labels";
import type { CheckVerdict, Limit } from "./test-summary";

type Fact = { name: string; value: string };

/** Texts of a test, for the screen and for the copied report. */
export type TestLabels = {
  headline: (verdict: CheckVerdict["kind"]) => string;
  step: (step: Step) => string;
  outcome: (step: CheckStep, check: ConnectionCheck) => string;
  finding: (finding: Finding, step: Step) => string;
  limit: (limit: Limit) => string;
  facts: (generation: ServiceCapabilities) => Fact[];
  /** Formats milliseconds; seconds from 1,000. */
  time: (millis: number) => string;
};

/** The words for connection checks in the present language. */
export function useCheckWords(): TestLabels {
  const { t, i18n } = useLingui();
  const sorts = useSortLabels();
  const steps: Record<Step, string> = {
    settings: t`Settings`,
    proxy: t`Proxy`,
    name: t`Name`,
    connect: t`Connection`,
    tls: t`Encryption`,
    interface: t`Kind of service`,
    key: t`Key`,
    reports: t`List of reports`,
    projects: t`List of projects`,
    paging: t`Number of rows`,
    sorting: t`Sorting by date generated`,
    throttle: t`Limit of requests`,
  };
  // What it means that a step is absent differs: only some are something that the service could offer.
  const absent: Partial<Record<Step, string>> = {
    proxy: t`None`,
    name: t`Not needed`,
    tls: t({ message: "None", context: "encryption" }),
    paging: t`Not announced`,
    sorting: t`Ignored`,
    throttle: t`Not announced`,
  };
  const pagings = {
    totals: t`Say how many rows there are`,
    next_only: t`Say only whether there is a next page`,
    unsaid: t`Do not say whether there is more`,
    unknown: t`Not seen yet`,
  };

  return {
    headline: (verdict) =>
      ({
        works: t`This connection works.`,
        limited: t`This connection works, with limits.`,
        fails: t`This connection does not work yet.`,
      })[verdict],
    step: (step) => steps[step],
    outcome: ({ step, outcome }, check) => {
      if (outcome === "passed") return t`OK`;
      if (outcome === "failed") return t`Failed`;
      if (outcome === "absent") return absent[step] ?? t`Not offered`;
      const passed = (other: Step) => check.steps.some((that) => that.step === other && that.outcome === "passed");
      if (["name", "connect"].includes(step) && passed("proxy")) return t`Left to the proxy`;
      // It goes on to the service itself, but the check does not look into it.
      if (step === "tls" && passed("proxy")) return t`Not seen through the proxy`;
      return step === "sorting" && passed("reports") ? t`Cannot be told yet` : t`Not tried`;
    },
    finding: (finding, step) => {
      switch (finding.kind) {
        case "proxy":
          return finding.address;
        case "addresses":
          return listOf(i18n, finding.addresses);
        case "certificate": {
          const { issuer, protocol, days_left } = finding;
          return t`${protocol}, certificate by ${issuer}, valid for another ${plural(days_left, { one: "# day", other: "# days" })}`;
        }
        case "count": {
          const { total } = finding;
          return step === "projects"
            ? t`${plural(total, { one: "# project", other: "# projects" })}`
            : t`${plural(total, { one: "# report", other: "# reports" })}`;
        }
        case "throttle": {
          const { limit } = finding;
          const remaining = finding.remaining === null ? null : i18n.number(finding.remaining);
          return remaining === null
            ? t`${plural(limit, { one: "# request a minute", other: "# requests a minute" })}`
            : t`${plural(limit, { one: "# request a minute", other: "# requests a minute" })}, ${remaining} left`;
        }
      }
    },
    limit: (limit) => {
      switch (limit.kind) {
        case "certificate": {
          const { days } = limit;
          return t`Its certificate runs out ${plural(days, { one: "in # day", other: "in # days" })}. Whoever runs the service has to renew it.`;
        }
        case "insecure":
          return t`It is not encrypted: others on the network can read the key and the reports.`;
        case "projects":
          return t`Its projects cannot be read.`;
        case "paging":
          return limit.paging === "next_only"
            ? t`Its lists do not say how many rows there are in all.`
            : t`Its lists do not say whether there are more pages.`;
        case "sort": {
          const label = sorts[limit.sort];
          return t`It ignores sorting by “${label}”.`;
        }
        case "sorting_untried":
          return t`Whether it can sort by date generated could not be found out.`;
        case "throttle":
          return t`It announces no limit of requests, so Assay slows down only when it is told to.`;
      }
    },
    facts: ({ rating, says_score, sorts: seen, paging, rate_limit }) => [
      {
        name: t`Rates pages`,
        value: {
          score: t`With a score from 0 to 100`,
          word: t`With the words good, decent and bad`,
          unknown: t`Not seen yet`,
        }[rating ?? "unknown"],
      },
      { name: t`Name of the rating`, value: says_score ? "score" : "result" },
      { name: t`Lists`, value: pagings[paging ?? "unknown"] },
      ...(Object.keys(seen) as ReportSort[]).map((sort) => {
        const label = sorts[sort];
        return { name: t`Sort by “${label}”`, value: seen[sort] ? t`Honoured` : t`Ignored` };
      }),
      {
        name: t`Limit`,
        value:
          rate_limit === null
            ? t`None announced`
            : t`${plural(rate_limit, { one: "# request a minute", other: "# requests a minute" })}`,
      },
    ],
    time: (taken) => {
      const millis = i18n.number(taken);
      if (taken < 1000) return t`${millis} ms`;
      const seconds = i18n.number(taken / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
      return t`${seconds} s`;
    },
  };
}
