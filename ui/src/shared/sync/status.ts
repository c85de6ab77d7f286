import type { ProblemCode, SyncState } from "../../host/contract";
import { LINK_AFTER } from "../../host/contract";
import type { ServiceStatus } from "../data/service-status";

/** How a connection stands, worst first. */
export type Status =
  | { kind: "offline" | "unreachable" | "key_missing" | "key_rejected" | "forbidden" | "fault" }
  | { kind: "limited" | "maintenance" | "safe_mode" | "failed" | "connected" | "unsynced" }
  | { kind: "syncing"; done: number; total: number | null }
  | { kind: "stopped"; done: number }
  | { kind: "synced"; at: string };

const FAULTS: readonly ProblemCode[] = ["service_fault", "response_too_large"];

/** Something else than the service answers at this URL. */
const ELSEWHERE: readonly ProblemCode[] = ["redirected", "unsupported_service"];

/** The status that a failure shows; `null` if it shows none. */
function statusAfter(code: ProblemCode): Status | null {
  if (code === "offline") return { kind: "offline" };
  if (code === "maintenance") return { kind: "maintenance" };
  if (code === "throttled") return { kind: "limited" };
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
  /** Calls wait for the rate limit. */
  isWaiting: boolean;
  isSafeMode: boolean;
};

/** The one status to show. */
export function statusOf({ service: { link, failure }, sync, isWaiting, isSafeMode }: StatusSources): Status {
  const failed = failure && statusAfter(failure);
  if (failed && failed.kind !== "maintenance" && !(isWaiting && failed.kind === "limited")) return failed;
  if (isWaiting) return { kind: "limited" };
  if (failed) return failed;
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
