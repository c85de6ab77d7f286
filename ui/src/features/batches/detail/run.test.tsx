import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CoreEvent } from "../../../host/contract";
import { exampleConnection, FakeHost, usualPreferences } from "../../../host/fake/index";
import { makeProblem } from "../../../host/host";
import { announced, listen } from "../../../test/announced";
import { expectAccessible } from "../../../test/axe";
import { atRecordedTime } from "../../../test/recorded-time";
import { filter, openApp, plan, press, rows } from "./testing";

atRecordedTime();

beforeEach(listen);
afterEach(() => vi.restoreAllMocks());

it("warns of deletes, begins them only after a while, and takes them back until then", async () => {
  const host = new FakeHost();
  host.batches.heldFor = 60_000;
  const at = await plan(host, "delete");
  const { user } = await openApp({ host, at });
  expect(
    await screen.findByText(/3 reports will be permanently deleted from the service.*Assay keeps copies/),
  ).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Start batch" }));
  await announced(/^Starting in \d+ s\. You can still undo\.$/);
  expect(screen.queryByRole("button", { name: "Change all actions" })).toBeNull();
  await user.click(await press("Undo"));
  expect(await press("Start batch")).toBeEnabled();
  expect(host.requests("report_delete")).toEqual([]);
  expect(host.reports).toHaveLength(240);
});

it("shows on every screen that deletes are about to begin, and takes them back there", async () => {
  const host = new FakeHost();
  host.batches.heldFor = 60_000;
  await plan(host, "delete");
  const { user, history } = await openApp({ host, at: "/settings" });
  await act(async () => void (await host.call("batch_start", { batch: 1 })));
  expect(await screen.findByRole("link", { name: /^Delete 3 reports Starts in \d+ s$/ })).toHaveAttribute(
    "href",
    expect.stringContaining("/c/c1/batches/1"),
  );
  await announced("A batch starts soon. Undo cancels it.");
  await expectAccessible();
  host.fail("batch_cancel", "journal_failed", 1);
  await user.click(screen.getByRole("button", { name: "Undo: Delete 3 reports" }));
  expect(await screen.findByText("Couldn’t undo the start")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo: Delete 3 reports" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo: Delete 3 reports" })).toBeNull());
  await announced("The batch won’t start.");
  expect((await host.call("batch_read", { batch: 1 })).state).toBe("planned");
  expect(host.reports).toHaveLength(240);
  expect(history.location.pathname).toBe("/settings");
});

it("pauses with the reason, continues, pauses when told, and ends early only after asking", async () => {
  const host = new FakeHost();
  const at = await plan(host, "quota-used");
  const { user } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  expect(await screen.findByText("Paused: 2 of 4 done")).toBeVisible();
  expect(screen.getAllByRole("alert")[0]).toHaveTextContent("Can’t create more reports");
  await announced("Batch paused. Can’t create more reports.");
  expect(host.requests("notification_show").at(-1)).toMatchObject({ title: "Batch paused" });
  const bar = screen.getByRole("progressbar", { name: "Batch progress" });
  expect(bar).toHaveAttribute("aria-valuenow", "50");
  expect(bar).toHaveAttribute("aria-valuetext", "2 of 4, 50%");
  await expectAccessible();

  host.batches.halt();
  await user.click(screen.getByRole("button", { name: "Resume" }));
  expect(await screen.findByText("Running: 2 of 4 done")).toBeVisible();
  await announced("The batch is running.");
  await user.click(screen.getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("Pausing… 2 of 4 done")).toBeVisible();
  act(() => host.batches.goOn());
  expect(await screen.findByText("Paused: 3 of 4 done")).toBeVisible();
  await announced("The batch is paused.");

  await user.click(screen.getByRole("button", { name: "Stop batch…" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Stop this batch?" }));
  await user.click(dialog.getByRole("button", { name: "Stop batch" }));
  expect(await screen.findByText("3 of 4 done")).toBeVisible();
  await announced("Batch finished. 3 done, 0 failed, 1 not sent or unknown.");
});

it("shows which rows are being confirmed, and which the service did not apply", async () => {
  const host = new FakeHost({ library: "seeded" });
  const at = await plan(host, "not-applied");
  host.batches.halt();
  host.answer("batch_outcome", () => ({
    failures: [{ row: 1, problem: makeProblem("not_applied"), rows: 1 }],
    created: { good: 0, decent: 0, bad: 0, unknown: 0 },
  }));
  let state: "confirming" | "failed" = "confirming";
  host.change("batch_read", (batch) => {
    const states = state === "confirming" ? { confirming: 3 } : { failed: 1, done: 2 };
    return { ...batch, states: { ...batch.states, waiting: 0, running: 0, ...states } };
  });
  host.change("batch_rows", (answer) => ({
    ...answer,
    rows: answer.rows.map((row) => {
      if (state === "confirming") return { ...row, state };
      return row.number === 1 ? { ...row, state, problem: makeProblem("not_applied") } : { ...row, state: "done" };
    }),
  }));
  const { user } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  expect(await screen.findByText("3 rows are being confirmed")).toBeVisible();
  expect(screen.getByText("Running: 0 of 3 done")).toBeVisible();
  const table = await rows();
  expect(await table.findAllByText("Confirming")).toHaveLength(3);
  expect(table.getAllByText("The service answered OK; checking the report")).toHaveLength(3);
  expect(table.queryByText("Privacy changed")).toBeNull();
  expect(filter("Outcome", "Confirming")).toHaveAccessibleDescription("3");
  expect(filter("Outcome", "Done")).toHaveAccessibleDescription("0");
  await expectAccessible();

  state = "failed";
  const ended = { ...(await host.call("batch_read", { batch: 1 })), state: "ended" as const };
  await act(async () => host.tell({ kind: "batch", batch: ended }));
  expect(await screen.findByText("2 of 3 done")).toBeVisible();
  expect(await table.findAllByText("Privacy changed")).toHaveLength(2);
  expect(await table.findByText("Not applied by the service")).toBeVisible();
  await user.click(await press("Retry failed"));
  expect(host.requests("batch_retry")).toHaveLength(1);
});

it("says why it waits or is paused, and which outcomes are unknown", async () => {
  const host = new FakeHost();
  const at = await plan(host, "create-three");
  host.batches.halt();
  host.change("batch_read", (batch) => ({ ...batch, states: { ...batch.states, unknown: 1, waiting: 2 } }));
  host.change("batch_rows", (answer) => ({
    ...answer,
    rows: answer.rows.map((row) => ({ ...row, state: (["unknown", "running"] as const)[row.number - 1] ?? row.state })),
  }));
  const { user } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  expect(await screen.findByText(/^The outcome of 1 row is unknown\./)).toHaveTextContent(/Assay checks these/);
  expect(await (await rows()).findByText("Outcome unknown")).toBeVisible();
  expect((await rows()).getAllByRole("img", { name: "No score" })).toHaveLength(2);
  expect((await rows()).getAllByRole("img", { name: "Checking" })).toHaveLength(1);
  // Rows that aren't finished have no duration to miss.
  expect((await rows()).getAllByText("–")).toHaveLength(4);
  await user.click(screen.getByRole("button", { name: "Stop batch…" }));
  const dialog = screen.getByRole("alertdialog", { name: "Stop this batch?" });
  expect(dialog).toHaveTextContent(/outcome of 1 row is unknown.*2 rows haven’t been sent/);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await act(async () => host.tell({ kind: "waiting", waiting: [{ connection: "c1", seconds: 20, limit: 60 }] }));
  // As the bar says it.
  const why = /^Rate limit: 60 requests per minute\. Resuming in \d:\d\d\.$/;
  expect(await within(screen.getByRole("main")).findByText(why)).toBeVisible();
  const running = await host.call("batch_read", { batch: 1 });
  await act(async () => host.tell({ kind: "batch", batch: { ...running, a_minute: 240, seconds_left: 9 } }));
  expect(await screen.findByText("240 rows per minute")).toBeVisible();
  act(() => host.batches.set(1, { problem: makeProblem("offline") }));
  expect(await screen.findByText("You’re offline. Resumes automatically.")).toBeVisible();
  // The time of continuing is unknown.
  expect(screen.queryByText(/\d per minute$| left$/)).toBeNull();
  await act(async () => host.batches.set(1, { state: "paused", problem: makeProblem("key_refused") }));
  expect(await screen.findByRole("button", { name: "Resume" })).toBeVisible();
  expect(screen.getAllByRole("alert")[0]).toHaveTextContent(/key/);
  await expectAccessible();
});

it("tells on other screens how a batch goes and that it has ended, and asks before the window closes meanwhile", async () => {
  const host = new FakeHost();
  const at = await plan(host, "create");
  await plan(host, "create");
  host.batches.halt();
  const { user, history } = await openApp({ host, at: "/c/c1/projects" });
  await act(async () => void (await host.call("batch_start", { batch: 1 })));
  const status = await screen.findByRole("link", { name: "Batch running 0%" });
  await waitFor(() => expect(host.requests("close_guard").at(-1)).toBe(true));
  await act(async () => host.tell({ kind: "close_asked", update: false } satisfies CoreEvent));
  expect(await screen.findByText(/resumes when you open Assay again/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Keep Assay open" }));
  act(() => host.batches.goOn());
  expect(await screen.findByText("Batch finished")).toBeVisible();
  expect(status).not.toBeInTheDocument();
  expect(host.requests("notification_show")).toEqual([
    { title: "Batch finished", body: "Brightleaf: Create 2 reports. 2 done, 0 failed." },
  ]);
  await waitFor(() => expect(host.requests("close_guard").at(-1)).toBe(false));
  await user.click(screen.getByRole("button", { name: "View batch" }));
  await waitFor(() => expect(history.location.pathname).toBe(at));
});

it("names the connection of a batch that is another's", async () => {
  const other = { ...exampleConnection, id: "c2", name: "Harbour" };
  const host = new FakeHost({ start: { connections: [exampleConnection, other] } });
  host.batches.heldFor = 60_000;
  await plan(host, "delete");
  await plan(host, "create");
  const { history } = await openApp({ host, at: "/c/c2/projects" });
  await act(async () => void (await host.call("batch_start", { batch: 1 })));
  expect(await screen.findByRole("link", { name: /^Delete 3 reports Starts in \d+ s Brightleaf$/ })).toBeVisible();
  await act(async () => void (await host.call("batch_cancel", { batch: 1 })));
  host.batches.halt();
  await act(async () => void (await host.call("batch_start", { batch: 2 })));
  expect(await screen.findByRole("link", { name: "Batch running 0% Brightleaf" })).toBeVisible();
  await expectAccessible();
  act(() => history.push("/c/c1/projects"));
  expect(await screen.findByRole("link", { name: "Batch running 0%" })).toBeVisible();
  act(() => history.push("/overview"));
  expect(await screen.findByRole("link", { name: "Batch running 0% Brightleaf" })).toBeVisible();
  act(() => history.push("/c/c1/batches/2"));
  expect(await screen.findByText("Running: 0 of 2 done")).toBeVisible();
  const states = within(screen.getByRole("radiogroup", { name: "Outcome" })).getAllByRole("radio");
  expect(states.map(({ textContent }) => textContent?.replace(/\d/, ""))).toEqual([
    "All",
    "Waiting",
    "Sending",
    "Done",
    "Failed",
  ]);
  // Its own screen shows it.
  expect(screen.queryByRole("link", { name: /Batch running/ })).toBeNull();
  act(() => history.push("/overview"));
  act(() => host.batches.goOn());
  expect(await screen.findByText("Brightleaf: Create 2 reports. 2 done, 0 failed.")).toBeVisible();
});

it("tells of another batch on the screen of one", async () => {
  const host = new FakeHost();
  host.batches.heldFor = 60_000;
  await plan(host, "delete");
  await plan(host, "create");
  host.batches.halt();
  const { history } = await openApp({ host, at: "/c/c1/batches/1" });
  await act(async () => void (await host.call("batch_start", { batch: 1 })));
  await act(async () => void (await host.call("batch_start", { batch: 2 })));
  expect(await screen.findByRole("link", { name: "Batch running 0%" })).toBeVisible();
  act(() => history.push("/c/c1/batches/2"));
  expect(await screen.findByRole("link", { name: /^Delete 3 reports Starts in/ })).toBeVisible();
});

it("announces the same of another batch", async () => {
  const host = new FakeHost();
  await plan(host, "create");
  await plan(host, "create");
  host.batches.halt();
  await openApp({ host, at: "/settings" });
  await act(async () => void (await host.call("batch_start", { batch: 1 })));
  const first = await screen.findByText("The batch is running.");
  await act(async () => void (await host.call("batch_start", { batch: 2 })));
  // A text that stays in place isn't announced again.
  await waitFor(() => expect(first).not.toBeInTheDocument());
  expect(screen.getByText("The batch is running.")).toBeInTheDocument();
});

it("sends no notifications if they are off", async () => {
  const host = new FakeHost({ start: { preferences: { ...usualPreferences, notify_batches: false } } });
  const at = await plan(host, "create-one");
  const { user } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  await announced("Batch finished. 1 done, 0 failed.");
  expect(host.requests("notification_show")).toEqual([]);
});

it.each(["en", "de"] as const)("has room for hosts in the least window, in %s", async (language) => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(860);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ width: 860 } as DOMRect);
  const host = new FakeHost({ start: { preferences: { ...usualPreferences, language } } });
  const at = await plan(host, "page-refused");
  host.batches.halt();
  await openApp({ host, at });
  const table = within(await screen.findByRole("grid"));
  const hostOf = async () => (await table.findByText("/page-1")).previousElementSibling;
  // Parts without room are in elements of their own.
  await waitFor(async () => expect((await hostOf())?.innerHTML).toBe("new.example"));
  await act(async () => void (await host.call("batch_start", { batch: 1 })));
  await waitFor(() => expect(table.getAllByRole("columnheader")).toHaveLength(5));
  expect((await hostOf())?.innerHTML).toBe("new.example");
});
