import type { ProblemCode, SyncState } from "../../host/contract";
import { LINK_AFTER } from "../../host/contract";
import type { ServiceStatus } from "../data/service-status";

/** How a connection stands, worst first. */
export type Status =
  | { kind: "offline" | "unreachable" | "key_missing" | "key_rejected" | "forbidden" | "fault" }
  | { kind: "safe_mode" | "failed" | "connected" | "unsynced" }
  /** Until when, in milliseconds since 1970, if that is known. */
  | { kind: "limited" | "maintenance"; until: number | null }
  | { kind: "syncing"; done: number; total: number | null }
  | { kind: "stopped"; done: number }
  | { kind: "synced"; at: string };

const FAULTS: readonly ProblemCode[] = ["service_fault", "response_too_large"];

/** Something else than the service answers at this URL. */
const ELSEWHERE: readonly ProblemCode[] = ["redirected", "unsupported_service"];

/** The status that a failure shows; `null` if it shows none. */
function statusAfter(code: ProblemCode, until: number | null = null): Status | null {
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
  /** When calls that wait for the rate limit resume, in milliseconds since 1970; `null` if none waits. */
  resumesAt: number | null;
  isSafeMode: boolean;
};

/** The one status to show. */
export function statusOf({ service, sync, resumesAt, isSafeMode }: StatusSources): Status {
  const { link, failure, retry_at } = service;
  const failed = failure && statusAfter(failure, retry_at);
  if (failed && (resumesAt === null || (failed.kind !== "maintenance" && failed.kind !== "limited"))) return failed;
  if (resumesAt !== null) return { kind: "limited", until: resumesAt };
  if (isSafeMode) return { kind: "safe_mode" };
  if (!sync) return { kind: link === "connected" ? "connected" : "unsynced" };
  const { running, problem, unfinished, synced_at, full_at } = sync;
  if (running) return { kind: "syncing", done: running.done, total: running.kind === "full" ? running.total : null };
  if (problem && problem.code !== "canceled") {
    // A later read of a list may have been answered.
    return (link === null && statusAfter(problem.code)) || { kind: "failed" };
  }
  if (unfinished !== null) return { kind: "stopped", done: unfinished };
  // New reports alone don't make the library complete.
  if (synced_at !== null && full_at !== null) return { kind: "synced", at: synced_at };
  return { kind: link === "connected" ? "connected" : "unsynced" };
}
