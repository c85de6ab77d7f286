import { expect, it } from "vitest";
import { exampleConnection, FakeHost } from "./index";

const now = () => Date.parse("2026-11-21T12:00:00Z");
const connection = exampleConnection.id;

it("remembers what the service showed, and nothing else", async () => {
  const host = new FakeHost({ now });
  expect((await host.call("library_list", { per_page: 10 })).total).toBe(0);
  const { rows } = await host.call("reports_list", { connection, query: { per_page: 10 } });
  expect((await host.call("library_list", { per_page: 25 })).rows.map(({ row }) => row)).toEqual(rows);
  const id = rows[0]?.id ?? "";
  await host.call("report_update", { connection, id, update: { privacy: "public" } });
  await host.call("report_delete", { connection, id });
  const history = await host.call("report_history", { connection, id });
  expect(history.snapshots.map(({ row }) => row.privacy)[0]).toBe("public");
  expect(history.gone_at).not.toBeNull();
  expect((await host.call("library_list", { gone: true, per_page: 25 })).rows.map(({ row }) => row.id)).toEqual([id]);
});

it("makes up the same past each time, and counts it one way everywhere", async () => {
  const host = new FakeHost({ now, library: "seeded" });
  const overview = await host.call("overview_read", { stale_days: 30, utc_offset: 60 });
  expect(overview).toEqual(
    await new FakeHost({ now, library: "seeded" }).call("overview_read", { stale_days: 30, utc_offset: 60 }),
  );
  expect(overview.over_time.at(-1)?.verdicts).toEqual(overview.verdicts);
  expect(overview.over_time.length).toBeGreaterThan(90);
  const stale = await host.call("library_list", { stale_days: 30, per_page: 10 });
  expect(stale.total).toBe(overview.stale);
  const since = { days: 30 };
  const changes = await host.call("changes_count", { connection, since });
  for (const change of ["better", "worse", "new", "gone"] as const) {
    const { total } = await host.call("library_list", { connection, changed: { change, since }, per_page: 10 });
    expect(total).toBe(changes[change]);
    expect(total).toBeGreaterThan(0);
  }
  const { checks } = await host.call("fix_list", { per_page: 10 });
  const failing = checks[0]?.name ?? "";
  expect((await host.call("library_list", { failing, per_page: 10 })).total).toBe(checks[0]?.pages);
});

it("compares two snapshots check by check", async () => {
  const host = new FakeHost({ now, library: "seeded" });
  const { rows } = await host.call("library_list", { connection, sort_by: "changed", per_page: 10 });
  const id = rows[0]?.row.id ?? "";
  const { snapshots } = await host.call("report_history", { connection, id });
  const [after, before] = [snapshots[0]?.number ?? 0, snapshots.at(-1)?.number ?? 0];
  const comparison = await host.call("snapshots_compare", { connection, id, before, after });
  const report = await host.call("snapshot_read", { connection, id, number: after });
  expect(comparison.checks.length).toBeGreaterThan(0);
  expect(comparison.same + comparison.checks.filter(({ kind }) => kind !== "removed").length).toBe(
    report.checks.length,
  );
  for (const { kind, before: was, after: is } of comparison.checks) {
    if (kind === "broken") expect([was?.passed, is?.passed]).toEqual([true, false]);
  }
});

it("syncs page by page, tells how far it is, and goes on where it was stopped", async () => {
  const host = new FakeHost({ now });
  host.syncs.pace = 1;
  const told: (number | null)[] = [];
  const ended = new Promise<void>((resolve) => {
    host.watch((event) => {
      if (event.kind !== "sync") return;
      told.push(event.state.running?.done ?? null);
      if (told.length === 2) void host.call("sync_stop", { id: connection }).then(() => resolve());
    });
  });
  await host.call("sync_start", { connection, kind: "full" });
  await ended;
  expect((await host.call("syncs_list", null))[0]).toMatchObject({ unfinished: 100, running: null, reports: 100 });
  const whole = new Promise<void>((resolve) => {
    host.watch((event) => {
      if (event.kind === "sync" && event.state.completeness === "whole") resolve();
    });
  });
  await host.call("sync_start", { connection, kind: "full" });
  await whole;
  expect(told).toEqual([0, 100, null, 100, 200, null]);
  expect((await host.call("syncs_list", null))[0]).toMatchObject({ unfinished: null, reports: 240, problem: null });
});
