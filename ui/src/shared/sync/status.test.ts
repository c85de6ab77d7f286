import { expect, it } from "vitest";
import type { ProblemCode, SyncState } from "../../host/contract";
import { makeProblem } from "../../host/host";
import { statusOf } from "./status";

const sync: SyncState = {
  connection: "c1",
  running: null,
  unfinished: null,
  synced_at: "2026-11-21T10:00:00Z",
  full_at: "2026-11-21T10:00:00Z",
  completeness: "whole",
  reports: 240,
  total: 240,
  looked_at: null,
  found: { new: 0, changed: 0, worse: 0, gone: 0 },
  problem: null,
};
const running = { kind: "full", phase: "reading", done: 1200, total: 4000, seconds_left: null } as const;

type Change = { code?: ProblemCode; resumesAt?: number; isSafeMode?: boolean } & Partial<SyncState>;

function status({ code, resumesAt, isSafeMode = false, ...change }: Change) {
  const service = { link: "connected" as const, failure: code ?? null, retry_at: 2000, reports: null, projects: null };
  return statusOf({ service, sync: { ...sync, ...change }, resumesAt: resumesAt ?? null, isSafeMode });
}

it("says the worst of what is saved", () => {
  const all = { running, resumesAt: 1000 };
  expect(status({ ...all, code: "offline" })).toEqual({ kind: "offline" });
  expect(status({ ...all, code: "connection_refused" })).toEqual({ kind: "unreachable" });
  expect(status({ ...all, code: "key_refused" })).toEqual({ kind: "key_rejected" });
  expect(status({ ...all, code: "redirected" })).toEqual({ kind: "unreachable" });
  expect(status({ ...all, code: "unsupported_service" })).toEqual({ kind: "unreachable" });
  expect(status({ ...all, code: "forbidden" })).toEqual({ kind: "forbidden" });
  expect(status({ ...all, code: "service_fault" })).toEqual({ kind: "fault" });
  expect(status({ ...all, code: "maintenance" })).toEqual({ kind: "limited", until: 1000 });
  expect(status({ running, code: "maintenance" })).toEqual({ kind: "maintenance", until: 2000 });
  expect(status({ running })).toEqual({ kind: "syncing", done: 1200, total: 4000 });
  expect(status({ problem: makeProblem("disk_full") })).toEqual({ kind: "failed" });
  expect(status({ unfinished: 60 })).toEqual({ kind: "stopped", done: 60 });
  expect(status({})).toEqual({ kind: "synced", at: "2026-11-21T10:00:00Z" });
});

it("calls nothing synced that has only a part", () => {
  expect(status({ full_at: null })).toEqual({ kind: "connected" });
});

it("says safe mode rather than that it is connected", () => {
  expect(status({ isSafeMode: true })).toEqual({ kind: "safe_mode" });
  expect(status({ isSafeMode: true, code: "offline" })).toEqual({ kind: "offline" });
});
