import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeProblem, ProblemError } from "../../../host";
import type { FakeHost } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { fewReports, start } from "../panel/panel.fixture";

const REPORT = { connection: "c1", id: "4102" };
const typed = { selector: "input:not([type=radio])" };

/** Opens the third report, whose password is in the keychain. */
async function startKept(host: FakeHost = fewReports()) {
  for (const { row } of host.reports) if (row.id === REPORT.id) Object.assign(row, { privacy: "password" });
  await host.call("password_save", { ...REPORT, password: "Harbour-42" });
  const app = await start(host);
  const kept = within(await app.panel.findByRole("region", { name: "Saved password" }));
  return { ...app, kept };
}

it("is kept where that is wished, and can be shown, copied and forgotten from its report", async () => {
  const { panel, user, host } = await start();
  await user.click(await panel.findByRole("button", { name: /^Privacy/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Privacy" }));
  await user.click(dialog.getByRole("menuitemradio", { name: /^Password/ }));
  await user.type(dialog.getByLabelText("Password", typed), "Harbour-42");
  await user.click(dialog.getByRole("checkbox", { name: /^Save in this computer’s keychain/ }));
  // Until the outcome is known, this is the only copy of the password.
  host.fail("report_update", "outcome_unknown", 1);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Outcome unknown");
  expect(dialog.getByLabelText("Password", typed)).toHaveValue("Harbour-42");
  expect(await host.call("password_exists", REPORT)).toBe(false);
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const kept = within(await panel.findByRole("region", { name: "Saved password" }));
  expect(panel.queryByText("Harbour-42")).toBeNull();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await expectAccessible();

  await user.click(kept.getByRole("button", { name: "Show password" }));
  expect(await kept.findByText("Harbour-42")).toBeVisible();
  await user.click(kept.getByRole("button", { name: "Hide password" }));
  expect(kept.queryByText("Harbour-42")).toBeNull();
  await user.click(kept.getByRole("button", { name: "Copy password" }));
  await waitFor(() => expect(kept.getByRole("status")).toHaveTextContent("The clipboard is cleared after 60 seconds"));
  expect(host.passwords.clipboard).toBe("Harbour-42");

  await user.click(kept.getByRole("button", { name: "Delete saved password" }));
  const asked = within(await screen.findByRole("alertdialog", { name: "Delete the saved password?" }));
  await user.click(asked.getByRole("button", { name: "Delete saved password" }));
  // The dialog hides the panel until it closes.
  await panel.findByRole("button", { name: /^Privacy/ });
  await waitFor(() => expect(panel.queryByRole("region", { name: "Saved password" })).toBeNull());
  expect(await host.call("password_exists", REPORT)).toBe(false);
});

it("is deleted once the report has other privacy, or a password that isn't saved", async () => {
  const { panel, user, host } = await startKept();
  const change = async (privacy: RegExp, fill?: () => Promise<void>) => {
    await user.click(await panel.findByRole("button", { name: /^Privacy/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Privacy" }));
    await user.click(dialog.getByRole("menuitemradio", { name: privacy }));
    if (fill) {
      await fill();
      await user.click(dialog.getByRole("button", { name: "Save" }));
    }
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  // The previous password is never shown.
  await user.click(panel.getByRole("button", { name: "Show password" }));
  await panel.findByText("Harbour-42");
  await change(/^Password/, async () => {
    await user.type(screen.getByLabelText("Password", typed), "Harbour-43");
    await user.click(screen.getByRole("checkbox", { name: /^Save in this computer’s keychain/ }));
  });
  await waitFor(() => expect(panel.queryByText("Harbour-42")).toBeNull());
  await user.click(panel.getByRole("button", { name: "Show password" }));
  expect(await panel.findByText("Harbour-43")).toBeVisible();

  await change(/^Password/, () => user.type(screen.getByLabelText("Password", typed), "another"));
  await waitFor(() => expect(panel.queryByRole("region", { name: "Saved password" })).toBeNull());
  expect(await host.call("password_exists", REPORT)).toBe(false);
  await host.call("password_save", { ...REPORT, password: "another" });
  await change(/^Public/);
  expect(await host.call("password_exists", REPORT)).toBe(false);
});

it("says what the keychain refuses, and tries again", async () => {
  const { kept, user, host } = await startKept();
  host.fail("password_copy", "clipboard_failed", 1);
  await user.click(kept.getByRole("button", { name: "Copy password" }));
  expect(await kept.findByText("Clipboard unavailable.")).toBeVisible();
  await expectAccessible();
  await user.click(kept.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(host.passwords.clipboard).toBe("Harbour-42"));
  expect(kept.queryByText("Clipboard unavailable.")).toBeNull();
});

it("is kept for a new report too, and says where it could not be", async () => {
  const host = fewReports();
  const { user } = await start(host);
  const create = async (address: string, isLost = false) => {
    await user.click(screen.getByRole("button", { name: "New report" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New report" }));
    await user.type(dialog.getByRole("textbox", { name: "Page URL" }), address);
    await user.click(dialog.getByRole("radio", { name: /^Password/ }));
    await user.type(dialog.getByLabelText("Password", typed), "Harbour-42");
    await user.click(dialog.getByRole("checkbox", { name: /^Save in this computer’s keychain/ }));
    await user.click(dialog.getByRole("button", { name: "Create report" }));
    if (isLost) await user.click(await dialog.findByRole("button", { name: "Search for report" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  await create("harborcafe.example/one");
  const id = host.reports.at(-1)?.row.id ?? "";
  expect(await host.call("password_show", { connection: "c1", id })).toEqual({ password: "Harbour-42" });
  expect(host.requests("password_save")).toEqual([]);
  host.change("report_create", () => {
    throw new ProblemError(makeProblem("outcome_unknown", { tried_at: new Date(Date.now() - 1000).toISOString() }));
  });
  await create("harborcafe.example/lost", true);
  const found = host.reports.at(-1)?.row.id ?? "";
  expect(found).not.toBe(id);
  await waitFor(() =>
    expect(host.requests("password_save").at(-1)).toMatchObject({ id: found, password: "Harbour-42" }),
  );
  host.change("report_create", (written) => ({ ...written, unkept: makeProblem("keychain_locked") }));
  await create("harborcafe.example/two");
  expect(await screen.findByText("Password set, but Assay couldn’t save it")).toBeVisible();
});
