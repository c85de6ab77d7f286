import type { CheckStep, Connection, ConnectionCheck, ConnectionDraft, FieldReason, Problem, Step } from "./contract";
import { makeProblem } from "./host";

const STEPS: readonly Step[] = ["address", "reach", "key", "list", "paging", "throttle"];

/** A base address as the core reads it, or what is wrong with it. */
export function readBase({ base_url, allow_insecure }: ConnectionDraft): URL | FieldReason {
  const typed = base_url.trim();
  if (typed === "") return { kind: "required" };
  const url = /\s/.test(typed) ? null : URL.parse(/^[a-z+.-]+:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url) return { kind: "not_an_address" };
  if (!/^https?:$/.test(url.protocol)) return { kind: "unsupported_scheme" };
  if (url.username || url.password) return { kind: "credentials" };
  if (url.search || url.hash) return { kind: "query_or_fragment" };
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !allow_insecure && !isLocal) return { kind: "insecure" };
  return url;
}

/** Why a draft without a key cannot do without one: a saved key is for its origin only. */
export function whyKeyIsNeeded(earlier: Connection | undefined, base: URL | FieldReason): FieldReason | undefined {
  if (!earlier) return { kind: "required" };
  const isOther = base instanceof URL && new URL(earlier.base_url).origin !== base.origin;
  return isOther ? { kind: "other_origin" } : undefined;
}

/**
 * What a connection check finds: a host whose name starts with `offline.` does not answer, one with `website.` is some
 * other site, one with `quiet.` announces no throttle, and the key `wrong` is refused.
 */
export function fakeCheck(draft: ConnectionDraft, earlier: Connection | undefined, total: number): ConnectionCheck {
  const base = readBase(draft);
  if (!(base instanceof URL)) return failedAt("address", invalid("base_url", base), draft.base_url.trim());
  const base_url = base.href.replace(/\/+$/, "");
  const key = draft.key?.trim();
  const needed = key ? undefined : whyKeyIsNeeded(earlier, base);
  if (needed) return failedAt("key", invalid("key", needed), base_url);
  if (!key && earlier?.key === "missing") return failedAt("key", makeProblem("key_missing"), base_url);
  if (base.hostname.startsWith("offline.")) {
    return failedAt("reach", makeProblem("unreachable", { detail: "dns error: no such host is known" }), base_url);
  }
  if (key === "wrong") return failedAt("key", makeProblem("key_refused", { status: 401 }), base_url);
  if (base.hostname.startsWith("website.")) {
    const detail = "expected a list of reports, got text/html at /api/v1/reports";
    return failedAt("list", makeProblem("not_this_interface", { status: 200, detail }), base_url);
  }
  const isQuiet = base.hostname.startsWith("quiet.");
  return {
    base_url,
    steps: STEPS.map((step) => ({
      step,
      outcome: step === "throttle" && isQuiet ? "absent" : "passed",
      problem: null,
    })),
    total,
    rate_limit: isQuiet ? null : { limit: 60, remaining: 58 },
  };
}

function invalid(field: string, reason: FieldReason): Problem {
  return makeProblem("invalid_input", { fields: [{ field, reason }] });
}

function failedAt(failed: Step, problem: Problem, base_url: string): ConnectionCheck {
  const at = STEPS.indexOf(failed);
  const steps = STEPS.map((step, index): CheckStep => {
    if (step === failed) return { step, outcome: "failed", problem };
    return { step, outcome: index < at ? "passed" : "skipped", problem: null };
  });
  return { base_url, steps, total: null, rate_limit: null };
}
