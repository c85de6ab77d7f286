import type {
  Certificates,
  CheckStep,
  Connection,
  ConnectionCheck,
  ConnectionDraft,
  FieldProblem,
  FieldReason,
  Finding,
  Network,
  NetworkDraft,
  Problem,
  ServiceCapabilities,
  Step,
  StepOutcome,
} from "../contract";
import { makeProblem, ProblemError, usualNetwork } from "../host";

/** The steps of a connection test, in order. */
const STEPS: readonly Step[] = [
  "settings",
  "proxy",
  "name",
  "connect",
  "tls",
  "interface",
  "key",
  "reports",
  "projects",
  "paging",
  "sorting",
  "throttle",
];

/** The capabilities of a service that supports everything. */
export const wholeGeneration: ServiceCapabilities = {
  rating: "score",
  says_score: false,
  verdict_filter: null,
  verdict_sort: null,
  sorts: { generated_at: true },
  paging: "totals",
  rate_limit: 60,
  create_millis: null,
};

/** The capabilities of a service that has never responded. */
export const unknownGeneration: ServiceCapabilities = {
  rating: null,
  says_score: false,
  verdict_filter: null,
  verdict_sort: null,
  sorts: {},
  paging: null,
  rate_limit: null,
  create_millis: null,
};

/** Delay per step in milliseconds; others have none. */
const MILLIS: Partial<Record<Step, number>> = {
  proxy: 6,
  name: 12,
  connect: 24,
  tls: 48,
  reports: 131,
  projects: 87,
  sorting: 1260,
};

export function baseText(base: URL): string {
  return base.href.replace(/\/+$/, "");
}

/** Parses a base URL like the core, or returns what is wrong with it. */
export function readBase({
  base_url,
  allow_insecure,
}: Pick<ConnectionDraft, "base_url" | "allow_insecure">): URL | FieldReason {
  const typed = base_url.trim();
  if (typed === "") return { kind: "required" };
  const isWhole = /^[a-z+.-]+:\/\//i.test(typed);
  const isNear = /^(localhost|127(\.\d+){3}|\[::1\])([:/]|$)/.test(typed);
  const url = /\s/.test(typed) ? null : URL.parse(isWhole ? typed : `${isNear ? "http" : "https"}://${typed}`);
  if (!url) return { kind: "not_an_address" };
  if (!/^https?:$/.test(url.protocol)) return { kind: "unsupported_scheme" };
  if (url.username || url.password) return { kind: "credentials" };
  if (url.search || url.hash) return { kind: "query_or_fragment" };
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !allow_insecure && !isLocal) return { kind: "insecure" };
  url.pathname = url.pathname.replace(/(\/api(\/v1)?)?\/*$/, "");
  return url;
}

/** Why a draft needs a key: a saved one is only valid for its origin and route. */
export function whyKeyIsNeeded(
  { network, allow_insecure }: ConnectionDraft,
  earlier: Connection | undefined,
  base: URL | FieldReason,
): FieldReason | undefined {
  if (!earlier) return { kind: "required" };
  if (base instanceof URL && new URL(earlier.base_url).origin !== base.origin) return { kind: "other_origin" };
  const isSameProxy = JSON.stringify(network.proxy) === JSON.stringify(earlier.network.proxy);
  const isSame = isSameProxy && network.certificates.kind === "kept" && allow_insecure === earlier.allow_insecure;
  return isSame ? undefined : { kind: "other_way" };
}

/** Reads a fake certificate file: it must end in `.pem`, and `empty` in its name means no certificates. */
export function readCertificates(path: string): Certificates {
  const refuse = (reason: FieldReason) => {
    throw new ProblemError(makeProblem("invalid_input", { fields: [{ field: "ca_file", reason }] }));
  };
  if (!path.endsWith(".pem")) refuse({ kind: "unreadable_file" });
  if (path.includes("empty")) refuse({ kind: "no_certificate" });
  return { name: path.slice(path.lastIndexOf("/") + 1), count: 2 };
}

/** Validates network settings. */
export function wrongSettings({ proxy, ...seconds }: NetworkDraft): FieldProblem[] {
  const wrong: FieldProblem[] = [];
  for (const [field, most] of [
    ["connect_seconds", 120],
    ["read_seconds", 600],
    ["write_seconds", 600],
  ] as const) {
    const given = seconds[field];
    if (!(given >= 1 && given <= most)) wrong.push({ field, reason: { kind: "out_of_range", least: 1, most } });
  }
  if (proxy.kind === "own") {
    if (proxy.address.trim() === "") wrong.push({ field: "proxy", reason: { kind: "required" } });
    else if (/@/.test(proxy.address)) wrong.push({ field: "proxy", reason: { kind: "credentials" } });
  }
  return wrong;
}

/** A connection test whose result depends on the host's prefix, the key, and the proxy; see the cases below. */
export function fakeCheck(draft: ConnectionDraft, earlier: Connection | undefined, total: number): ConnectionCheck {
  const base = readBase(draft);
  if (!(base instanceof URL)) return failedAt("settings", invalid("base_url", base), draft.base_url.trim());
  const base_url = baseText(base);
  const stop = (step: Step, problem: Problem) => failedAt(step, problem, base_url, draft.network);
  const key = draft.key?.trim();
  const needed = key ? undefined : whyKeyIsNeeded(draft, earlier, base);
  if (needed) return stop("settings", invalid("key", needed));
  if (!key && earlier?.key === "missing") return stop("settings", makeProblem("key_missing"));
  const fields = wrongSettings(draft.network);
  if (fields.length > 0) return stop("settings", makeProblem("invalid_input", { fields }));

  const { proxy } = draft.network;
  const isCalled = (start: string) => base.hostname.startsWith(start);
  if (proxy.kind === "own" && proxy.address.includes("closed")) {
    return stop("proxy", makeProblem("proxy_failed", { detail: "connection refused" }));
  }
  if (isCalled("offline.")) {
    return stop("name", makeProblem("name_not_found", { detail: "dns error: no such host is known" }));
  }
  if (isCalled("closed.")) return stop("connect", makeProblem("connection_refused", { detail: "os error 111" }));
  if (isCalled("company.") && !trustsMore(draft, earlier)) {
    return stop("tls", makeProblem("untrusted", { detail: "invalid peer certificate: UnknownIssuer" }));
  }
  if (isCalled("website.")) {
    const detail = "expected a list of reports, got text/html at /api/v1/reports";
    return stop("interface", makeProblem("unsupported_service", { status: 200, detail }));
  }
  if (key === "wrong") return stop("key", makeProblem("key_refused", { status: 401, said: "Unauthenticated." }));

  const isOld = isCalled("old.");
  const absent: Step[] = isOld ? ["paging", "sorting", "throttle"] : isCalled("quiet.") ? ["throttle"] : [];
  const findings: Partial<Record<Step, Finding>> = {
    tls: { kind: "certificate", issuer: "Example Trust", days_left: isOld ? 6 : 64, protocol: "TLS 1.3" },
    ...(!isOld && { reports: { kind: "count", total }, projects: { kind: "count", total: 12 } }),
    throttle: { kind: "throttle", limit: 60, remaining: 57 },
  };
  return {
    base_url,
    steps: STEPS.map((step) => {
      const way = onTheWay(step, base, draft.network);
      if (way) return way;
      return absent.includes(step) ? ended(step, "absent") : ended(step, "passed", findings[step]);
    }),
    generation: isOld
      ? {
          rating: "word",
          says_score: false,
          verdict_filter: null,
          verdict_sort: null,
          sorts: { generated_at: false },
          paging: "next_only",
          rate_limit: null,
          create_millis: null,
        }
      : { ...wholeGeneration, rate_limit: absent.includes("throttle") ? null : 60 },
  };
}

function trustsMore({ network }: ConnectionDraft, earlier: Connection | undefined): boolean {
  const { kind } = network.certificates;
  return kind === "chosen" || (kind === "kept" && (earlier?.network.certificates ?? null) !== null);
}

/** Network steps that depend on the proxy and the URL. */
function onTheWay(step: Step, base: URL, { proxy }: Pick<Network, "proxy">): CheckStep | undefined {
  const isProxied = proxy.kind === "own";
  switch (step) {
    case "proxy":
      return isProxied ? ended(step, "passed", { kind: "proxy", address: proxy.address }) : ended(step, "absent");
    case "name":
      if (isProxied) return ended(step, "skipped");
      return /^[\d.[]/.test(base.hostname)
        ? ended(step, "absent")
        : ended(step, "passed", { kind: "addresses", addresses: ["192.0.2.17", "2001:db8::17"] });
    case "connect":
      return isProxied ? ended(step, "skipped") : undefined;
    case "tls":
      if (isProxied) return ended(step, "skipped");
      return base.protocol === "http:" ? ended(step, "absent") : undefined;
  }
}

function ended(step: Step, outcome: StepOutcome, finding?: Finding): CheckStep {
  const millis = outcome === "passed" ? (MILLIS[step] ?? null) : null;
  return { step, outcome, millis, finding: finding ?? null, problem: null };
}

function invalid(field: string, reason: FieldReason): Problem {
  return makeProblem("invalid_input", { fields: [{ field, reason }] });
}

function failedAt(
  failed: Step,
  problem: Problem,
  base_url: string,
  network: Pick<Network, "proxy"> = usualNetwork,
): ConnectionCheck {
  const at = STEPS.indexOf(failed);
  const base = URL.parse(base_url);
  const steps = STEPS.map((step, index): CheckStep => {
    if (step === failed) {
      return { step, outcome: "failed", millis: MILLIS[step] ?? null, finding: null, problem };
    }
    if (index > at) return ended(step, "skipped");
    return (base && onTheWay(step, base, network)) ?? ended(step, "passed");
  });
  return { base_url, steps, generation: unknownGeneration };
}
