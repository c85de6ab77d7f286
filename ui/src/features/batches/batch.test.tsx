import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { CoreEvent } from "../../host/contract";
import { FakeHost, usualPreferences } from "../../host/fake/index";
import { makeProblem } from "../../host/host";
import { announced, listen } from "../../test/announced";
import { expectAccessible } from "../../test/axe";
import { atRecordedTime } from "../../test/recorded-time";
import { renderApp } from "../../test/render";

atRecordedTime();

/** Plans a batch of the first connection whose recorded story this is; returns its path. */
async function plan(host: FakeHost, story: string): Promise<string> {
  host.batches.pace = 5;
  const { number } = await host.call("batch_plan", host.batches.tell(story));
  return `/c/c1/batches/${number}`;
}

/** Starts the app and waits for batch notifications, which load after the first paint. */
async function openApp(options: { host: FakeHost; at: string }) {
  const app = await renderApp(options);
  await waitFor(() => expect(options.host.requests("batches_list").length).toBeGreaterThan(0));
  return app;
}

const press = (name: string | RegExp) => screen.findByRole("button", { name });
const filter = (group: string, name: string) =>
  within(screen.getByRole("radiogroup", { name: group })).getByRole("radio", { name });
const rows = async () => within(await screen.findByRole("grid", { name: "Batch rows" }));

beforeEach(listen);

it("shows what a plan will do, and switches a row and all that are listed", async () => {
  const host = new FakeHost({ library: "seeded" });
  const at = await plan(host, "switch");
  const { user } = await openApp({ host, at });
  expect(await screen.findByRole("heading", { level: 1, name: "Create 3 reports and recheck 2" })).toBeVisible();
  const table = await rows();
  expect(await table.findByText("Duplicate of line 1")).toBeVisible();
  expect(screen.getByRole("button", { name: "Start batch" })).toHaveAccessibleDescription(
    /3 to create.*2 to recheck.*1 skipped/,
  );
  await expectAccessible();

  await user.click(screen.getByRole("button", { name: "1 invalid line" }));
  expect(await screen.findByRole("list", { name: "Invalid lines" })).toHaveTextContent(/^7\D/);

  await user.click(screen.getByRole("button", { name: /^Create: change action for .*page-1/ }));
  await user.click(screen.getByRole("menuitem", { name: "Skip" }));
  expect(await screen.findByRole("heading", { name: "Create 2 reports and recheck 2" })).toBeVisible();
  expect(await table.findByText("Skipped by you")).toBeVisible();

  await user.click(filter("Action", "Recheck 2"));
  await user.click(await press("Change action for all 2 rows"));
  await user.click(screen.getByRole("menuitem", { name: "Skip" }));
  expect(await screen.findByRole("heading", { name: "Create 2 reports" })).toBeVisible();
  expect(await screen.findByText("No matching rows")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all rows" }));
  expect(await table.findByText("Duplicate of line 1")).toBeVisible();
});

it("updates the plan with other options, keeps them if that fails, and asks for missing passwords", async () => {
  const host = new FakeHost();
  const at = await plan(host, "one-password");
  const { user } = await openApp({ host, at });
  await user.click(await press("Options…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Plan options" }));
  await user.click(dialog.getByRole("radio", { name: "Password" }));
  await user.click(await dialog.findByRole("radio", { name: "One password for all reports" }));
  await user.click(dialog.getByRole("button", { name: "Update plan" }));
  expect(await dialog.findByText("Required.")).toBeVisible();
  await user.type(dialog.getByLabelText("Password", { selector: "input:not([type=radio])" }), "four-brown-owls");
  await expectAccessible();
  host.fail("batch_update_plan", "journal_failed", 1);
  await user.click(dialog.getByRole("button", { name: "Update plan" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Can’t save batches");
  await user.click(dialog.getByRole("button", { name: "Update plan" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(host.requests("batch_update_plan").at(-1)).toMatchObject({
    wish: { kind: "create", privacy: "password" },
    password: { kind: "one", password: "four-brown-owls" },
  });
  expect(screen.getByRole("button", { name: "Start batch" })).toBeEnabled();
});

it("cannot start without its passwords, and leads to them", async () => {
  const host = new FakeHost();
  const at = await plan(host, "passwords-missing");
  const { user } = await openApp({ host, at });
  expect(await screen.findByText("2 reports still need passwords.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Start batch" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Set passwords" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Plan options" }));
  await user.click(dialog.getByRole("button", { name: "Update plan" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Start batch" })).toBeEnabled());
  expect(host.requests("batch_update_plan").at(-1)).toMatchObject({ password: { kind: "generate", length: 16 } });
});

it("leaves passwords that reports have alone unless new ones are chosen, and says what an undo can’t bring back", async () => {
  const host = new FakeHost();
  const at = await plan(host, "own-passwords");
  const { user } = await openApp({ host, at });
  expect(await screen.findByText("3 reports already have a password and keep it.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Start batch" })).toHaveAccessibleDescription(
    /2 change privacy or password.*3 skipped/,
  );
  expect(screen.queryByText(/^Undo can’t/)).toBeNull();
  await expectAccessible();

  const table = await rows();
  expect(await table.findAllByText("Already has a password")).toHaveLength(3);
  await user.click((await table.findAllByRole("button", { name: /^Skip: change action for/ }))[0] as HTMLElement);
  await user.click(screen.getByRole("menuitem", { name: "Set a new password" }));
  expect(await screen.findByText("Undo can’t bring back 1 replaced password.")).toBeVisible();
  expect(await table.findByText("New password")).toBeVisible();
  expect(screen.getByRole("button", { name: "Start batch" })).toHaveAccessibleDescription(/1 password is replaced/);

  await user.click(screen.getByRole("button", { name: "Set new passwords" }));
  expect(await screen.findByText(/^3 reports get a new password\. Their current passwords stop working/)).toBeVisible();
  expect(screen.getByText("Undo can’t bring back 3 replaced passwords.")).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Keep current passwords" }));
  expect(await screen.findByText("3 reports already have a password and keep it.")).toBeVisible();
  expect(host.requests("batch_set_actions").at(-1)).toEqual({
    batch: 1,
    rows: null,
    filter: { is_protected: true },
    to: "skip",
  });
  await user.click(screen.getByRole("button", { name: "Start batch" }));
  expect(await screen.findByText("All 2 done")).toBeVisible();
});

it("continues with other passwords after those of a started batch were lost", async () => {
  const host = new FakeHost();
  const at = await plan(host, "passwords-lost");
  host.batches.halt();
  await host.call("batch_start", { batch: 1 });
  const { wish } = await host.call("batch_pause", { batch: 1 });
  host.batches.set(1, { state: "paused", passwords_missing: 2, problem: makeProblem("batch_not_ready") });
  const { user } = await openApp({ host, at });
  expect(await screen.findByText("2 reports still need passwords.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Resume" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Set passwords" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Set passwords" }));
  expect(dialog.queryByRole("radiogroup", { name: "Who can see new reports" })).toBeNull();
  expect(dialog.getByRole("checkbox", { name: /^Save passwords/ })).not.toBeChecked();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Set passwords" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Resume" })).toBeEnabled());
  const password = { kind: "generate", length: 16 };
  expect(host.requests("batch_update_plan")).toEqual([{ batch: 1, wish, password, keep_passwords: false }]);
  host.batches.goOn();
  await user.click(screen.getByRole("button", { name: "Resume" }));
  expect(await screen.findByText("All 2 done")).toBeVisible();
});

it("keeps a list's passwords in the keychain as chosen when the plan is updated", async () => {
  const host = new FakeHost();
  const at = await plan(host, "skip-known");
  const { user } = await openApp({ host, at });
  await user.click(await press("Options…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Plan options" }));
  await user.click(dialog.getByRole("radio", { name: "Skip" }));
  await user.click(dialog.getByRole("button", { name: "Update plan" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(host.requests("batch_update_plan").at(-1)).toMatchObject({
    wish: { known: { kind: "skip" } },
    keep_passwords: true,
  });
});

it("offers for all that are listed what rows on other pages can do, and says how many were switched", async () => {
  const host = new FakeHost({ start: { preferences: { ...usualPreferences, page_size: 10 } }, library: "seeded" });
  const at = await plan(host, "match-a-project");
  const { user } = await openApp({ host, at });
  const { acts } = await host.call("batch_read", { batch: 1 });
  expect(acts.skip).toBeGreaterThan(1);
  await user.click(await press(/^Change action for all \d+ rows$/));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  expect(await screen.findByText(`${acts.skip} rows changed`)).toBeVisible();
  expect((await host.call("batch_read", { batch: 1 })).acts).toMatchObject({ create: 10, delete: acts.skip, skip: 0 });
});

it("compares the need with the quota, once entered", async () => {
  const host = new FakeHost();
  const at = await plan(host, "create-five");
  const { user } = await openApp({ host, at });
  expect(await screen.findByText("5 needed")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Set quota" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Monthly quota" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/Enter a whole number from 1/)).toBeVisible();
  host.change("batch_read", (batch) => ({ ...batch, quota: { limit: 3, used: 0 } }));
  await user.type(dialog.getByRole("textbox", { name: "Reports per month" }), "3");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Not enough quota/)).toBeVisible();
  expect(host.requests("preferences_save").at(-1)?.quotas).toEqual({ c1: 3 });
});

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
  expect(screen.queryByRole("button", { name: /^Change action for all/ })).toBeNull();
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
  expect(await screen.findByText("Couldn’t undo the start of the batch")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo: Delete 3 reports" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo: Delete 3 reports" })).toBeNull());
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
  await announced("Batch finished. 3 done, 0 failed, 1 other.");
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
  const table = await rows();
  expect(await table.findAllByText("Confirming")).toHaveLength(3);
  expect(table.getAllByText("The service answered OK; checking the report")).toHaveLength(3);
  expect(table.queryByText("Privacy changed")).toBeNull();
  expect(filter("Outcome", "Confirming 3")).toBeEnabled();
  expect(filter("Outcome", "Done 0")).toBeEnabled();
  await expectAccessible();

  state = "failed";
  const ended = { ...(await host.call("batch_read", { batch: 1 })), state: "ended" as const };
  await act(async () => host.tell({ kind: "batch", batch: ended }));
  expect(await screen.findByText("2 of 3 done")).toBeVisible();
  expect(await table.findAllByText("Privacy changed")).toHaveLength(2);
  await user.click(await press(/^Not applied by the service: what happened to /));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("The service answered OK, but the report didn’t change. Try again.");
  await user.keyboard("{Escape}");
  await user.click(await press("Retry 1 failed"));
  expect(host.requests("batch_retry")).toHaveLength(1);
});

it("says why it waits or is paused, and which outcomes are unknown", async () => {
  const host = new FakeHost();
  const at = await plan(host, "create-three");
  host.batches.halt();
  host.change("batch_read", (batch) => ({ ...batch, states: { ...batch.states, unknown: 1, waiting: 2 } }));
  host.change("batch_rows", (answer) => ({
    ...answer,
    rows: answer.rows.map((row) => (row.number === 1 ? { ...row, state: "unknown" } : row)),
  }));
  const { user } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  expect(await screen.findByText(/^The outcome of 1 row is unknown\./)).toHaveTextContent(/Assay checks these/);
  expect(await (await rows()).findByText("Outcome unknown")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stop batch…" }));
  const dialog = screen.getByRole("alertdialog", { name: "Stop this batch?" });
  expect(dialog).toHaveTextContent(/outcome of 1 row is unknown.*2 rows haven’t been sent/);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await act(async () =>
    host.tell({ kind: "waiting", waiting: [{ connection: "c1", calls: 1, seconds: 20, limit: 60 }] }),
  );
  expect(await screen.findByText(/^Limit of 60 requests per minute\. Resuming in \d+ s$/)).toBeVisible();
  const running = await host.call("batch_read", { batch: 1 });
  await act(async () => host.tell({ kind: "batch", batch: { ...running, a_minute: 240, seconds_left: 9 } }));
  expect(await screen.findByText("240 per minute")).toBeVisible();
  act(() => host.batches.set(1, { problem: makeProblem("offline") }));
  expect(await screen.findByText("You’re offline. Resumes automatically.")).toBeVisible();
  // The time of continuing is unknown.
  expect(screen.queryByText(/\d per minute$| left$/)).toBeNull();
  await act(async () => host.batches.set(1, { state: "paused", problem: makeProblem("key_refused") }));
  expect(await screen.findByRole("button", { name: "Resume" })).toBeVisible();
  expect(screen.getAllByRole("alert")[0]).toHaveTextContent(/key/);
  await expectAccessible();
});

it("separates rows with unknown outcome after a batch, and checks them on request", async () => {
  const host = new FakeHost();
  const at = await plan(host, "outcome-unknown");
  const { user, history } = await openApp({ host, at: "/c/c1/batches" });
  await act(async () => void (await host.call("batch_start", { batch: 1 })));
  expect(await screen.findByText("Outcome unknown")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "View batch" }));
  await waitFor(() => expect(history.location.pathname).toBe(at));
  expect(await screen.findByText("1 of 2 done")).toBeVisible();
  expect(screen.getByText(/^The outcome of 1 row is unknown\./)).not.toHaveTextContent(/Assay checks these/);
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText("All 2 done")).toBeVisible();
  expect(host.requests("batch_retry")).toEqual([{ batch: 1 }]);
});

describe("a batch that has ended", () => {
  /** Makes one report private. */
  async function end() {
    const host = new FakeHost();
    const at = await plan(host, "undo");
    const app = await openApp({ host, at });
    await app.user.click(await press("Start batch"));
    expect(await screen.findByText("Done", { selector: "p" })).toBeVisible();
    return app;
  }

  it("has a table that leads to the reports", async () => {
    await end();
    expect(await (await rows()).findByText("Privacy changed")).toBeVisible();
    await expectAccessible();
  });

  it("can be exported, with passwords as chosen", async () => {
    const { host, user } = await end();
    host.fail("batch_rows", "journal_failed");
    await user.click(screen.getByRole("button", { name: "Export…" }));
    expect(await screen.findByRole("dialog", { name: "Export" })).toHaveTextContent("Can’t save batches");
    host.heal("batch_rows");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Export 1 row" }));
    await expectAccessible();
    await user.click(dialog.getByRole("checkbox", { name: "Passwords (where available)" }));
    expect(dialog.getByRole("status")).toHaveTextContent("Passwords are saved as plain text.");
    await user.click(dialog.getByRole("button", { name: "Save…" }));
    expect(await screen.findByText("1 row saved")).toBeVisible();
    const columns = host
      .requests("batch_export")
      .at(-1)
      ?.columns.map(({ field }) => field);
    expect(columns?.at(-1)).toBe("password");
  });

  it("can be undone, tried again if that fails, and the plan removed", async () => {
    const { host, user, history } = await end();
    host.fail("batch_undo", "connection_unknown", 1);
    await user.click(screen.getByRole("button", { name: "Undo privacy changes…" }));
    expect(await screen.findByRole("alert")).toHaveAttribute("data-problem", "connection_unknown");
    await user.click(screen.getByRole("button", { name: "Undo privacy changes…" }));
    expect(await screen.findByRole("heading", { name: "Restore privacy of 1 report" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove plan" }));
    await user.click(
      within(screen.getByRole("alertdialog", { name: "Remove this plan?" })).getByRole("button", { name: "Remove" }),
    );
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches"));
    expect(host.requests("batch_remove")).toHaveLength(1);
  });
});

it("groups failures by reason, lists and copies those rows, and leads to the new reports", async () => {
  const host = new FakeHost();
  const at = await plan(host, "page-refused");
  const { user, history } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  const outcome = within(await screen.findByRole("region", { name: "Outcome" }));
  expect(await outcome.findByText("The page answers 404.")).toBeVisible();
  expect(outcome.getByText("Bad", { selector: "li" })).toHaveTextContent("1 Bad");
  await expectAccessible();
  const table = await rows();
  await user.click(outcome.getByRole("button", { name: "Show rows: The page answers 404." }));
  await waitFor(() => expect(table.queryByText(/page-2/)).toBeNull());
  expect(table.getByText(/page-1/)).toBeVisible();
  expect(filter("Outcome", "Failed 1")).toBeChecked();
  await user.click(outcome.getByRole("button", { name: "Copy URLs: The page answers 404." }));
  expect(await screen.findByText("1 URL copied")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("https://new.example/page-1");
  await user.click(outcome.getByRole("button", { name: "Show all rows" }));
  expect(await table.findByText(/page-2/)).toBeVisible();
  await user.click(outcome.getByRole("button", { name: "Show new reports" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
});

it("tells how many rows failed for reasons that are not listed", async () => {
  const host = new FakeHost();
  const at = await plan(host, "page-refused");
  host.answer("batch_outcome", () => ({
    failures: [],
    created: { good: 0, decent: 0, bad: 0, unknown: 0 },
  }));
  const { user } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  const outcome = within(await screen.findByRole("region", { name: "Outcome" }));
  expect(await outcome.findByText("1 more row failed for another reason")).toBeVisible();
});

it("says why a row failed, and tries it again", async () => {
  const host = new FakeHost();
  const at = await plan(host, "page-refused");
  const { user, history } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  expect(await screen.findByText("1 of 2 done")).toBeVisible();
  await user.click(filter("Outcome", "Failed 1"));
  await user.click(await screen.findByRole("button", { name: /^The page answers 404\.: what happened to/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "What happened" }));
  expect(dialog.getByRole("alert")).toHaveTextContent("The service rejected your input");
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await user.click(filter("Outcome", "All 2"));
  await user.click(screen.getByRole("button", { name: "Retry 1 failed" }));
  expect(await screen.findByText("All 2 done")).toBeVisible();
  await user.click(await (await rows()).findByRole("link", { name: /page-1/ }));
  await waitFor(() => expect(history.location.pathname).toMatch(/^\/c\/c1\/reports\/./));
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

it("sends no notifications if they are off", async () => {
  const host = new FakeHost({ start: { preferences: { ...usualPreferences, notify_batches: false } } });
  const at = await plan(host, "create-one");
  const { user } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  await announced("Batch finished. 1 done, 0 failed.");
  expect(host.requests("notification_show")).toEqual([]);
});

it("says what is wrong where a batch is not there or cannot be read", async () => {
  const host = new FakeHost();
  const { user } = await openApp({ host, at: "/c/c1/batches/7" });
  expect(await screen.findByRole("heading", { name: "This batch no longer exists" })).toBeVisible();
  await expectAccessible();
  expect(await press("All batches")).toBeVisible();

  const at = await plan(host, "create-one");
  host.fail("batch_rows", "journal_failed");
  await user.click(screen.getByRole("button", { name: "All batches" }));
  await user.click(await screen.findByRole("link", { name: /Create 1 report/ }));
  expect(await screen.findByRole("heading", { name: "Can’t save batches" })).toBeVisible();
  host.heal("batch_rows");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await (await rows()).findByText(/page-1/)).toBeVisible();
  expect(at).toBe("/c/c1/batches/1");
});
