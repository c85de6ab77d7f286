import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Problem } from "../../../host/contract";
import { FakeHost } from "../../../host/fake/index";
import { listen } from "../../../test/announced";
import { expectAccessible } from "../../../test/axe";
import { entry } from "../../../test/menus";
import { atRecordedTime } from "../../../test/recorded-time";
import { filter, openApp, plan, press, rows } from "./testing";

atRecordedTime();

beforeEach(listen);

it("separates rows with unknown outcome after a batch, and checks them on request", async () => {
  const host = new FakeHost();
  const at = await plan(host, "outcome-unknown");
  const { user, history } = await openApp({ host, at: "/c/c1/batches" });
  await act(async () => void (await host.call("batch_start", { batch: 1 })));
  expect(await screen.findByText("Outcome unknown")).toBeVisible();
  // The list shows it, so nothing else does.
  expect(screen.queryByRole("button", { name: "View batch" })).toBeNull();
  await user.click(screen.getByRole("link", { name: /^Create 2 reports/ }));
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
    const table = await rows();
    expect(await table.findByText("Privacy changed")).toBeVisible();
    // No row has one.
    await waitFor(() => expect(table.queryByRole("columnheader", { name: "Message" })).toBeNull());
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
    const intoView = vi.spyOn(Element.prototype, "scrollIntoView");
    await user.click(dialog.getByRole("checkbox", { name: "Passwords (where available)" }));
    const warning = dialog.getByRole("status");
    expect(warning).toHaveTextContent("Passwords are saved as plain text.");
    // Otherwise, the footer could cover it.
    expect(intoView.mock.contexts).toEqual([warning]);
    await user.click(dialog.getByRole("button", { name: "Export…" }));
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
    expect(await screen.findByText("Restore privacy of 1 report")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "More actions" }));
    await user.click(await entry("Remove…"));
    await user.click(
      within(screen.getByRole("alertdialog", { name: "Remove this plan?" })).getByRole("button", { name: "Remove" }),
    );
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches"));
    expect(host.requests("batch_remove")).toHaveLength(1);
  });

  it("lists the plan of a late undo, and leads to it no more, once the user has left", async () => {
    const { host, user, history } = await end();
    const release = host.hold("batch_undo");
    await user.click(screen.getByRole("button", { name: "Undo privacy changes…" }));
    act(() => history.push("/c/c1/batches"));
    const list = within(await screen.findByRole("grid", { name: "Batches" }));
    release();
    expect(await list.findByText(/^Restore privacy of 1 report/)).toBeVisible();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(history.location.pathname).toBe("/c/c1/batches");
  });
});

it("groups failures by reason, lists those rows, and leads to the new reports", async () => {
  const host = new FakeHost();
  const at = await plan(host, "page-refused");
  const { user, history } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  const outcome = within(await screen.findByRole("region", { name: "Outcome" }));
  expect(await outcome.findByText("The page answers 404")).toBeVisible();
  expect(outcome.getByText("bad")).toHaveTextContent(/^1 bad$/);
  const headings = outcome.getAllByRole("heading").map(({ textContent }) => textContent);
  expect(headings).toEqual(["New reports", "Needs attention"]);
  expect(outcome.getByText("1 created and 1 failed")).toBeVisible();
  await expectAccessible();
  const table = await rows();
  expect(await table.findByText("The page answers 404")).toBeVisible();
  expect(table.getByRole("columnheader", { name: "Message" })).toBeVisible();
  await user.click(outcome.getByRole("button", { name: "Show rows: The page answers 404" }));
  await waitFor(() => expect(table.queryByText(/page-2/)).toBeNull());
  expect(table.getByText(/page-1/)).toBeVisible();
  // As on the other screens.
  const search = screen.getByRole("searchbox", { name: "Search URLs" });
  expect(search.compareDocumentPosition(filter("Outcome", "All"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(filter("Outcome", "Failed")).toBeChecked();
  expect(filter("Outcome", "Failed")).toHaveAccessibleDescription("1");
  await user.click(outcome.getByRole("button", { name: "Show all rows" }));
  expect(await table.findByText(/page-2/)).toBeVisible();
  await user.click(outcome.getByRole("button", { name: "View 1 new report" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
});

it("shows the scores of the reports that its rows have", async () => {
  const host = new FakeHost();
  const at = await plan(host, "page-refused");
  host.answer("library_trends", ({ ids }) =>
    ids.map((id) => ({ id, scores: [30, id === "241" ? 64 : 90], failed: null, values: [] })),
  );
  const { user } = await openApp({ host, at });
  const table = await rows();
  expect(table.queryByRole("columnheader", { name: "Score" })).toBeNull();
  await user.click(await press("Start batch"));
  const row = async (name: RegExp) => within(await table.findByRole("row", { name }));
  expect(await (await row(/page-2/)).findByRole("img", { name: "Decent, 64" })).toBeVisible();
  expect((await row(/page-1/)).getByRole("img", { name: "No score" })).toBeVisible();
  // All rows create a report, which each outcome says.
  expect(table.queryByRole("columnheader", { name: "Action" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Retry failed" }));
  expect(await (await row(/page-1/)).findByRole("img", { name: "Good, 90" })).toBeVisible();
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

it("says what is wrong with a row's URL in the result and in the row", async () => {
  const host = new FakeHost();
  const at = await plan(host, "page-refused");
  const fields = [{ field: "url", reason: { kind: "said" as const, messages: ["No such host."] } }];
  const refused = <T extends { problem: Problem | null }>(one: T) =>
    one.problem ? { ...one, problem: { ...one.problem, said: null, fields } } : one;
  host.change("batch_rows", (page) => ({ ...page, rows: page.rows.map(refused) }));
  host.change("batch_outcome", (outcome) => ({ ...outcome, failures: outcome.failures.map(refused) }));
  const { user } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  const outcome = within(await screen.findByRole("region", { name: "Outcome" }));
  const reason = await outcome.findByText("No such host");
  expect(reason).toBeVisible();
  expect(reason).toHaveAttribute("dir", "auto");
  expect(outcome.getByRole("button", { name: "Show rows: No such host" })).toBeVisible();
  expect(await (await rows()).findByText("No such host")).toBeVisible();
  expect(screen.queryByText("The service rejected your input")).toBeNull();
});

it("says what is wrong with a row's own URL, and tries it again", async () => {
  const host = new FakeHost();
  const at = await plan(host, "page-refused");
  const fields = [{ field: "url", reason: { kind: "said" as const, messages: ["No such host."] } }];
  host.change("batch_rows", (page) => ({
    ...page,
    rows: page.rows.map((row) => (row.problem ? { ...row, problem: { ...row.problem, fields } } : row)),
  }));
  const { user, history } = await openApp({ host, at });
  await user.click(await press("Start batch"));
  expect(await screen.findByText("1 of 2 done")).toBeVisible();
  await user.click(filter("Outcome", "Failed"));
  await user.click(await screen.findByRole("button", { name: /^No such host: what happened to/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "What happened" }));
  expect(dialog.getByRole("alert")).toHaveTextContent("The service rejected your input");
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await user.click(filter("Outcome", "All"));
  await user.click(screen.getByRole("button", { name: "Retry failed" }));
  expect(await screen.findByText("All 2 done")).toBeVisible();
  await user.click(await (await rows()).findByRole("link", { name: /page-1/ }));
  await waitFor(() => expect(history.location.pathname).toMatch(/^\/c\/c1\/reports\/./));
});
