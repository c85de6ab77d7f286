import { expect, it } from "vitest";
import type { ProblemCode, SyncState } from "../../host/contract";
import { makeProblem } from "../../host/host";
import { statusOf } from "./status";

const NOW = 1_000_000;
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

type Change = { code?: ProblemCode; retry_after?: number; retryAt?: number; waitsUntil?: number } & Partial<SyncState>;

function status({ code, retry_after, retryAt, waitsUntil, ...change }: Change) {
  const failure = code ? { code, retry_after: retry_after ?? null, at: NOW } : null;
  const service = { link: "connected" as const, failure, reports: null, projects: null };
  return statusOf({ service, sync: { ...sync, ...change }, waitsUntil, retryAt: retryAt ?? null });
}

it("says the worst of what is saved", () => {
  const all = { running, waitsUntil: NOW + 40_000 };
  expect(status({ ...all, code: "offline" })).toEqual({ kind: "offline" });
  expect(status({ ...all, code: "connection_refused" })).toEqual({ kind: "unreachable" });
  expect(status({ ...all, code: "key_refused" })).toEqual({ kind: "key_rejected" });
  expect(status({ ...all, code: "redirected" })).toEqual({ kind: "unreachable" });
  expect(status({ ...all, code: "unsupported_service" })).toEqual({ kind: "unreachable" });
  expect(status({ ...all, code: "forbidden" })).toEqual({ kind: "forbidden" });
  expect(status({ ...all, code: "service_fault" })).toEqual({ kind: "fault" });
  expect(status({ ...all, code: "maintenance" })).toEqual({ kind: "limited", until: NOW + 40_000 });
  expect(status({ running, code: "maintenance", retry_after: 27 })).toEqual({
    kind: "maintenance",
    until: NOW + 27_000,
  });
  expect(status({ running })).toEqual({ kind: "syncing", done: 1200, total: 4000 });
  expect(status({ problem: makeProblem("disk_full") })).toEqual({ kind: "failed" });
  expect(status({ unfinished: 60 })).toEqual({ kind: "stopped", done: 60 });
  expect(status({})).toEqual({ kind: "synced", at: "2026-11-21T10:00:00Z" });
});

it("counts down to the next automatic try", () => {
  expect(status({ code: "maintenance", retry_after: 27, retryAt: NOW + 60_000 })).toEqual({
    kind: "maintenance",
    until: NOW + 60_000,
  });
});

it("calls nothing synced that has only a part", () => {
  expect(status({ full_at: null })).toEqual({ kind: "connected" });
});
