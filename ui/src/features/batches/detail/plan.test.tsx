import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { FakeHost, usualPreferences } from "../../../host/fake/index";
import { makeProblem } from "../../../host/host";
import { listen } from "../../../test/announced";
import { expectAccessible } from "../../../test/axe";
import { atRecordedTime } from "../../../test/recorded-time";
import { filter, openApp, plan, press, rows } from "./testing";

atRecordedTime();

beforeEach(listen);

it("shows what a plan will do, and switches a row and all that are listed", async () => {
  const host = new FakeHost({ library: "seeded" });
  const at = await plan(host, "switch");
  const { user } = await openApp({ host, at });
  expect(await screen.findByRole("heading", { level: 1, name: "Review plan" })).toBeVisible();
  expect(screen.getByText("Create 3 reports and recheck 2")).toBeVisible();
  expect(screen.getByText("Nothing is sent until you start the batch.")).toBeVisible();
  const table = await rows();
  expect(await table.findByText("Duplicate of line 1")).toBeVisible();
  expect(screen.getByRole("button", { name: "Start batch" })).toHaveAccessibleDescription(
    /3 to create.*2 to recheck.*1 skipped/,
  );
  await expectAccessible();

  await user.click(screen.getByRole("button", { name: "1 invalid line is left out" }));
  expect(await screen.findByRole("list", { name: "Invalid lines" })).toHaveTextContent(/^Line 7Not a URL$/);
  expect(screen.getByText("To include them, correct your list and make a new plan.")).toBeVisible();
  expect(screen.getByText("The text isn’t saved because it may contain a password.")).toBeVisible();

  await user.click(screen.getByRole("button", { name: /^Create: change action for .*page-1/ }));
  await user.click(screen.getByRole("menuitem", { name: "Skip" }));
  expect(await screen.findByText("Create 2 reports and recheck 2")).toBeVisible();
  expect(await table.findByText("Skipped by you")).toBeVisible();

  await user.click(filter("Action", "Recheck 2"));
  await user.click(await press("Change all actions"));
  await user.click(screen.getByRole("menuitem", { name: "Skip" }));
  expect(await screen.findByText("Create 2 reports")).toBeVisible();
  expect(await screen.findByText("No matching rows")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all rows" }));
  expect(await table.findByText("Duplicate of line 1")).toBeVisible();
});

it("says that the privacy in a list precedes that of the options", async () => {
  const host = new FakeHost();
  const at = await plan(host, "create-one");
  host.change("batch_read", (batch) => ({ ...batch, has_own_privacies: true }));
  const { user } = await openApp({ host, at });
  await user.click(await press("Options…"));
  expect(await screen.findByRole("radiogroup", { name: "Who can see new reports" })).toHaveAccessibleDescription(
    "Privacy set in your list takes precedence.",
  );
});

it("leads back to the batches, where its list isn't known", async () => {
  const host = new FakeHost();
  const at = await plan(host, "create-one");
  const { user, history } = await openApp({ host, at });
  await user.click(await press("Back"));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches"));
});

it("updates the plan with other options, keeps them if that fails, and asks for missing passwords", async () => {
  const host = new FakeHost();
  const at = await plan(host, "one-password");
  const { user } = await openApp({ host, at });
  await user.click(await press("Options…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Options" }));
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
  const dialog = within(await screen.findByRole("dialog", { name: "Options" }));
  await user.click(dialog.getByRole("button", { name: "Update plan" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Start batch" })).toBeEnabled());
  expect(host.requests("batch_update_plan").at(-1)).toMatchObject({ password: { kind: "generate", length: 16 } });
});

it("asks before the window closes while a password was typed for it", async () => {
  const host = new FakeHost();
  const at = await plan(host, "passwords-missing");
  const { user } = await openApp({ host, at });
  await user.click(await press("Set passwords"));
  const dialog = within(await screen.findByRole("dialog", { name: "Options" }));
  await user.click(dialog.getByRole("radio", { name: "One password for all reports" }));
  await user.type(dialog.getByLabelText("Password", { selector: "input[type=password]" }), "k");
  await waitFor(() => expect(host.requests("close_guard").at(-1)).toBe(true));
  act(() => host.tell({ kind: "close_asked", update: false }));
  const question = within(await screen.findByRole("alertdialog", { name: "Close Assay?" }));
  expect(question.getByText("A password you typed for a batch")).toBeVisible();
  await user.click(question.getByRole("button", { name: "Keep Assay open" }));
  await user.click(dialog.getByRole("radio", { name: "A different password for each report" }));
  await waitFor(() => expect(host.requests("close_guard").at(-1)).toBe(false));
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
  const dialog = within(await screen.findByRole("dialog", { name: "Options" }));
  await user.click(dialog.getByRole("radio", { name: "Skip the page" }));
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
  await user.click(await press("Change all actions"));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  expect(await screen.findByText(`${acts.skip} rows changed`)).toBeVisible();
  expect((await host.call("batch_read", { batch: 1 })).acts).toMatchObject({ create: 10, delete: acts.skip, skip: 0 });
});

it("says when no row that is listed was switched", async () => {
  const host = new FakeHost({ start: { preferences: { ...usualPreferences, page_size: 10 } }, library: "seeded" });
  const at = await plan(host, "match-a-project");
  const batch = await host.call("batch_read", { batch: 1 });
  host.answer("batch_set_actions", () => batch);
  const { user } = await openApp({ host, at });
  await user.click(await press("Change all actions"));
  await user.click(screen.getByRole("menuitem", { name: "Skip" }));
  expect(await screen.findByText("No rows changed")).toBeVisible();
});

it("compares the need with the quota, once entered", async () => {
  const host = new FakeHost();
  const at = await plan(host, "create-five");
  const { user } = await openApp({ host, at });
  expect(await screen.findByText("Uses quota for up to 5 reports")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Set quota…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Monthly quota" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/Enter a whole number from 1/)).toBeVisible();
  host.change("batch_read", (batch) => ({ ...batch, quota: { limit: 3, used: 0 } }));
  await user.type(dialog.getByRole("textbox", { name: "Reports per month" }), "3");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Not enough quota: the batch pauses/)).toBeVisible();
  expect(screen.getByText("Uses 5 of 3 left this month (estimate)")).toBeVisible();
  expect(host.requests("preferences_save").at(-1)?.quotas).toEqual({ c1: 3 });
});

it("says what is wrong where a batch is not there or cannot be read", async () => {
  const host = new FakeHost();
  const { user } = await openApp({ host, at: "/c/c1/batches/7" });
  expect(await screen.findByRole("heading", { name: "This batch no longer exists" })).toBeVisible();
  await expectAccessible();
  expect(await press("View all batches")).toBeVisible();

  const at = await plan(host, "create-one");
  host.fail("batch_rows", "journal_failed");
  await user.click(screen.getByRole("button", { name: "View all batches" }));
  await user.click(await screen.findByRole("link", { name: /Create 1 report/ }));
  expect(await screen.findByRole("heading", { name: "Can’t save batches" })).toBeVisible();
  host.heal("batch_rows");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await (await rows()).findByText(/page-1/)).toBeVisible();
  expect(at).toBe("/c/c1/batches/1");
});
