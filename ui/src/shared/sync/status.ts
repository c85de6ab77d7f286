import type { ProblemCode, SyncState } from "../../host/contract";
import { LINK_AFTER } from "../../host/contract";
import type { ServiceStatus } from "../data/service-status";

/** How a connection stands, worst first. */
export type Status =
  | { kind: "offline" | "unreachable" | "key_missing" | "key_rejected" | "forbidden" | "fault" }
  | { kind: "failed" | "connected" | "unsynced" }
  /** `until`: when it may resume, in milliseconds since 1970, if known. */
  | { kind: "limited" | "maintenance"; until: number | null }
  | { kind: "syncing"; done: number; total: number | null }
  | { kind: "stopped"; done: number }
  | { kind: "synced"; at: string };

const FAULTS: readonly ProblemCode[] = ["service_fault", "response_too_large"];

/** Something else than the service answers at this URL. */
const ELSEWHERE: readonly ProblemCode[] = ["redirected", "unsupported_service"];

/** The status that a failure shows; `null` if it shows none. */
function statusAfter(code: ProblemCode, until: number | null): Status | null {
  if (code === "offline") return { kind: "offline" };
  if (code === "maintenance") return { kind: "maintenance", until };
  if (code === "throttled") return { kind: "limited", until };
  if (code === "key_missing") return { kind: "key_missing" };
  if (code === "forbidden") return { kind: "forbidden" };
  if (FAULTS.includes(code)) return { kind: "fault" };
  if (ELSEWHERE.includes(code)) return { kind: "unreachable" };
  const link = LINK_AFTER[code];
  return link === "offline" ? { kind: "unreachable" } : link === "key_refused" ? { kind: "key_rejected" } : null;
}

type StatusSources = {
  service: ServiceStatus;
  sync: SyncState | undefined;
  /** When a waiting call resumes. */
  waitsUntil: number | undefined;
  /** When a list is read again automatically. */
  retryAt: number | null;
};

/** The one status to show. */
export function statusOf({ service: { link, failure }, sync, waitsUntil, retryAt }: StatusSources): Status {
  const pause = failure?.retry_after == null ? null : failure.at + failure.retry_after * 1000;
  const failed = failure && statusAfter(failure.code, retryAt ?? pause);
  const isWaiting = waitsUntil !== undefined;
  if (failed && failed.kind !== "maintenance" && !(isWaiting && failed.kind === "limited")) return failed;
  if (isWaiting) return { kind: "limited", until: waitsUntil };
  if (failed) return failed;
  if (!sync) return { kind: link === "connected" ? "connected" : "unsynced" };
  const { running, problem, unfinished, synced_at, full_at } = sync;
  if (running) return { kind: "syncing", done: running.done, total: running.kind === "full" ? running.total : null };
  if (problem && problem.code !== "canceled") {
    // A later read of a list may have been answered.
    return (link === null && statusAfter(problem.code, null)) || { kind: "failed" };
  }
  if (unfinished !== null) return { kind: "stopped", done: unfinished };
  // New reports alone don't make the library complete.
  if (synced_at !== null && full_at !== null) return { kind: "synced", at: synced_at };
  return { kind: link === "connected" ? "connected" : "unsynced" };
}
