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

it("syncs page by page, reports progress, and resumes where it was stopped", async () => {
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
  expect(told).toEqual([0, 100, null, 100, null]);
  expect((await host.call("syncs_list", null))[0]).toMatchObject({ unfinished: null, reports: 240, problem: null });
});
