import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeProblem } from "../../host";
import { seededReports } from "../../host/fake/data";
import { exampleConnection, FakeHost } from "../../host/fake/index";
import { DeletionsProvider, useDeletions } from "../../shared/unsaved/deletions";
import { expectAccessible } from "../../test/axe";
import { choose } from "../../test/menu";
import { renderApp } from "../../test/render";
import { rowOf } from "../../test/rows";
import { applyStyles } from "../../test/styles";

// Loaded up front, so that it takes none of the undo time.
beforeAll(() =>
  Promise.all([
    import("../../features/connections"),
    import("../../features/reports/writes/PrivacyPopover"),
    import("../../components/overlays/ToastList"),
  ]),
);
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const other = { ...exampleConnection, id: "c2", name: "Other", base_url: "https://other.example" };

/** Eight reports, 4107 to 4100; 4105 is open and waits to be deleted. */
async function start(at = "/c/c1/reports/4105", library: "new" | "seeded" = "new") {
  const reports = seededReports(Date.now(), 8);
  const host = new FakeHost({ reports, library, start: { connections: [exampleConnection, other] } });
  const app = await renderApp({ at, host });
  const user = userEvent.setup({ advanceTimers: (milliseconds) => vi.advanceTimersByTime(milliseconds) });
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  const remove = await screen.findByRole("menuitem", { name: "Delete" });
  const from = Date.now();
  await user.click(remove);
  const panel = () => within(screen.getByRole("complementary"));
  await waitFor(() => panel().getByText("Will be deleted"));
  await waitFor(() => expect(screen.getByRole("button", { name: "More actions" })).toHaveFocus());
  /** Lets the time pass up to so many seconds after the delete was asked for. */
  const passTo = (seconds: number) => pass(Math.max(0, from / 1000 + seconds - Date.now() / 1000));
  return { ...app, user, host, panel, passTo };
}

/** The same, and another report is open, so that only a message offers to undo it. */
async function startElsewhere() {
  const started = await start();
  await started.user.click(screen.getByRole("button", { name: "Next report" }));
  const message = () => screen.getByRole("alertdialog", { name: "Report will be deleted" });
  await waitFor(message);
  return { ...started, message };
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

const deleted = (host: FakeHost) => host.requests("report_delete").map(({ id }) => id);

it("waits, says so in the list and the panel, and then deletes once", async () => {
  const { host, history, passTo } = await start();
  expect(within(rowOf("4105")).getByText("Will be deleted")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1);
  await expectAccessible();
  const notice = () => screen.getByText("Will be deleted", { selector: "aside *" }).parentElement;
  const line = () => Number.parseFloat(notice()?.querySelector<HTMLElement>("[style*=width]")?.style.width ?? "");
  const atFirst = line();
  await passTo(7);
  expect(line()).toBeGreaterThan(0);
  expect(line()).toBeLessThan(atFirst);
  expect(deleted(host)).toEqual([]);
  expect(rowOf("4105")).toBeVisible();
  await pass(2);
  expect(deleted(host)).toEqual(["4105"]);
  expect(await screen.findByText("Report deleted")).toBeVisible();
  expect(screen.queryByText("Will be deleted")).toBeNull();
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
  await waitFor(() => expect(rowOf("4104")).toHaveFocus());
  await pass(30);
  expect(deleted(host)).toEqual(["4105"]);
});

it("is told by a message only where the panel doesn't show it, which goes on with the time left", async () => {
  applyStyles("shared/unsaved/deletions.module.css");
  const { host, user, panel, passTo } = await start();
  const address = host.reports.find(({ row }) => row.id === "4105")?.row.address ?? "";
  const time = () => screen.getByText(/(^| )\d s$/, { ignore: false });
  const seconds = () => Number(/\d+/.exec(time().textContent ?? "")?.[0]);
  expect(time()).toBeVisible();
  // Not to be read out: it changes every second.
  expect(time()).toHaveAttribute("aria-hidden", "true");
  await passTo(3);
  const before = seconds();
  expect(before).toBeLessThan(7);
  await user.click(screen.getByRole("button", { name: "Next report" }));
  const message = await screen.findByRole("alertdialog", { name: "Report will be deleted" });
  expect(within(message).getByText(address.slice(address.indexOf("/")))).toBeVisible();
  expect(panel().queryByText("Will be deleted")).toBeNull();
  expect(seconds()).toBeLessThanOrEqual(before);
  await user.click(screen.getByRole("button", { name: "Previous report" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(panel().getByText("Will be deleted")).toBeVisible();
  await pass(9);
  expect(deleted(host)).toEqual(["4105"]);
  expect(screen.queryByText(/(^| )\d s$/)).toBeNull();
});

it("is undone by its message, by the panel and by keys", async () => {
  const { host, user, panel, message } = await startElsewhere();
  const remove = () => choose(user, "More actions", "Delete");
  await user.click(within(message()).getByRole("button", { name: "Undo" }));
  expect(screen.queryByText("Will be deleted")).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Next report" })).toHaveFocus());

  await remove();
  await user.click(panel().getByRole("button", { name: "Undo" }));
  expect(screen.queryByText("Will be deleted")).toBeNull();
  expect(panel().getByRole("heading", { level: 2 })).toHaveFocus();

  await remove();
  await user.keyboard("{Control>}z{/Control}");
  expect(screen.queryByText("Will be deleted")).toBeNull();
  await pass(30);
  expect(deleted(host)).toEqual([]);
  expect(host.reports).toHaveLength(8);
});

it("is reached by keys, which lead back too", async () => {
  const { user, message } = await startElsewhere();
  await user.keyboard("{F6}");
  await user.tab();
  expect(message()).toHaveFocus();
  await user.keyboard("{F6}");
  expect(screen.getByRole("main")).toHaveFocus();
});

it("leaves the keys for undoing to what is typed into", async () => {
  const { user } = await start();
  await user.click(screen.getByRole("searchbox", { name: "Search URLs" }));
  await user.keyboard("{Control>}z{/Control}");
  expect(rowOf("4105")).toHaveTextContent("Will be deleted");
});

it("takes back the last one first", async () => {
  const { user } = await start();
  act(() => rowOf("4106").focus());
  await user.keyboard(" ");
  await screen.findByText("1 selected");
  await user.keyboard("{Delete}");
  expect(rowOf("4106")).toHaveTextContent("Will be deleted");
  await user.keyboard("{Control>}z{/Control}");
  expect(rowOf("4106")).not.toHaveTextContent("Will be deleted");
  expect(rowOf("4105")).toHaveTextContent("Will be deleted");
});

describe("the time to undo", () => {
  const passesNot = async (host: FakeHost) => {
    await pass(60);
    expect(deleted(host)).toEqual([]);
  };
  const runsOut = async (host: FakeHost) => {
    await pass(9);
    expect(deleted(host)).toEqual(["4105"]);
  };

  it("does not pass while the pointer is on the message", async () => {
    const { host, user, message } = await startElsewhere();
    await user.hover(message());
    await passesNot(host);
    await user.unhover(message());
    await runsOut(host);
  });

  it("does not pass while the focus is on the message", async () => {
    const { host, message } = await startElsewhere();
    act(() => within(message()).getByRole("button", { name: "Undo" }).focus());
    await passesNot(host);
    act(() => screen.getByRole("button", { name: "New report" }).focus());
    await runsOut(host);
  });

  it("does not pass while the pointer or the focus is on what the panel offers", async () => {
    const { host, user, panel } = await start();
    const undo = panel().getByRole("button", { name: "Undo" });
    await user.hover(undo);
    await pass(60);
    await user.unhover(undo);
    act(() => undo.focus());
    await passesNot(host);
    act(() => screen.getByRole("button", { name: "New report" }).focus());
    await runsOut(host);
  });

  it("does not pass while the window is hidden or another one is in use", async () => {
    const { host } = await start();
    const focus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
    await passesNot(host);
    focus.mockRestore();
    await runsOut(host);
  });

  it("does not pass while a dialog is open, which may cover the message", async () => {
    const { host, user } = await start();
    await user.click(screen.getByRole("button", { name: "New report" }));
    const dialog = await screen.findByRole("dialog", { name: "New report" });
    await passesNot(host);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await runsOut(host);
  });

  it("is over when the user says so", async () => {
    const { host, user, panel } = await start();
    await user.click(panel().getByRole("button", { name: "Delete now" }));
    expect(await screen.findByText("Report deleted")).toBeVisible();
    expect(deleted(host)).toEqual(["4105"]);
  });

  it("passes in another screen and with another connection too", async () => {
    const { host, history } = await start();
    act(() => history.push("/settings"));
    await pass(2);
    act(() => history.push("/c/c2/reports"));
    expect(await screen.findByRole("alertdialog", { name: "Report will be deleted" })).toBeVisible();
    await pass(7);
    expect(host.requests("report_delete")).toEqual([{ connection: "c1", id: "4105" }]);
    expect(history.location.pathname).toBe("/c/c2/reports");
  });
});

it("leaves the focus if the user is elsewhere by then", async () => {
  const { user, history, host } = await start();
  const search = screen.getByRole("searchbox", { name: "Search URLs" });
  await user.click(search);
  await pass(9);
  expect(deleted(host)).toEqual(["4105"]);
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
  await pass(1);
  expect(search).toHaveFocus();
});

it("leaves the focus in the panel of another report", async () => {
  const { user, host, history } = await start();
  await user.click(screen.getByRole("button", { name: "Next report" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4104"));
  const search = await screen.findByRole("searchbox", { name: /^Search \d+ checks$/ });
  await user.click(search);
  await pass(9);
  expect(deleted(host)).toEqual(["4105"]);
  await pass(1);
  expect(search).toHaveFocus();
  expect(history.location.pathname).toBe("/c/c1/reports/4104");
});

it("leaves the focus in the list of all connections if the user is elsewhere by then", async () => {
  const { user, history, host } = await start("/reports/c1/4105", "seeded");
  const search = screen.getByRole("searchbox", { name: "Search URLs" });
  await user.click(search);
  await pass(9);
  expect(deleted(host)).toEqual(["4105"]);
  await waitFor(() => expect(history.location.pathname).toBe("/reports"));
  await pass(1);
  expect(search).toHaveFocus();
});

it("lets a report wait once, however often that is asked for", async () => {
  const { host, user } = await start();
  await user.keyboard("{Delete}");
  await user.keyboard("{Delete}");
  expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1);
  await pass(9);
  expect(deleted(host)).toEqual(["4105"]);
});

it("shows a delete that takes its time, and asks for it no second time", async () => {
  const { host, user, panel } = await start();
  const release = host.hold("report_delete");
  await pass(9);
  expect(rowOf("4105")).toHaveTextContent("Deleting…");
  expect(panel().getByText("Deleting…")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await user.keyboard("{Control>}z{/Control}");
  await user.click(screen.getByRole("button", { name: "More actions" }));
  expect(await screen.findByRole("menuitem", { name: "Delete" })).toHaveAttribute("aria-disabled", "true");
  await user.keyboard("{Escape}");
  await pass(20);
  expect(deleted(host)).toEqual(["4105"]);
  await user.click(screen.getByRole("button", { name: "Next report" }));
  await pass(1);
  expect(await screen.findByRole("alertdialog", { name: "Deleting…" })).toBeVisible();
  release();
  expect(await screen.findByText("Report deleted")).toBeVisible();
});

describe("a delete that fails", () => {
  it("says so in a message that stays and in the panel, and is tried again", async () => {
    const { host, user } = await start();
    host.fail("report_delete", makeProblem("maintenance", { said: "Back soon." }), 1);
    await pass(60);
    const failed = within(await screen.findByRole("alertdialog", { name: "Service under maintenance" }));
    expect(failed.getByText("Nothing was changed. Try again later.")).toBeVisible();
    expect(failed.getByText("Back soon.")).toBeVisible();
    const panel = within(screen.getByRole("complementary"));
    expect(panel.getByRole("alert")).toHaveTextContent("Service under maintenance");
    expect(rowOf("4105")).not.toHaveTextContent("Will be deleted");
    await expectAccessible();
    await user.click(failed.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Report deleted")).toBeVisible();
    expect(deleted(host)).toEqual(["4105", "4105"]);
  });

  it("is retried only once, even if it already waits again", async () => {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <I18nProvider i18n={i18n}>
        <DeletionsProvider>{children}</DeletionsProvider>
      </I18nProvider>
    );
    const { result } = renderHook(() => useDeletions("c1"), { wrapper });
    const run = vi.fn(async (_id: string) => true);
    const what = (id: string) => ({ id, title: "This", run: () => run(id) });
    await act(async () => result.current.removeNow(what("1")));
    expect(run.mock.calls).toEqual([["1"]]);
    act(() => result.current.remove(what("2")));
    await act(async () => result.current.removeNow(what("2")));
    expect(run.mock.calls).toEqual([["1"], ["2"]]);
    expect(result.current.pendingOf("2")).toBeUndefined();
  });

  it("is tried again from the panel too", async () => {
    const { host, user } = await start();
    host.fail("report_delete", "not_done", 1);
    await pass(9);
    const panel = within(screen.getByRole("complementary"));
    await user.click(await panel.findByRole("button", { name: "Try again" }));
    expect(panel.getByText("Will be deleted")).toBeVisible();
    await pass(9);
    expect(await screen.findByText("Report deleted")).toBeVisible();
    expect(host.requests("report_update")).toEqual([]);
  });

  it("links to the fix if retrying doesn't help", async () => {
    const { host, user, history } = await start();
    host.fail("report_delete", "key_refused");
    await pass(9);
    const failed = within(await screen.findByRole("alertdialog", { name: "API key rejected" }));
    await user.click(failed.getByRole("button", { name: "Enter API key" }));
    await waitFor(() => expect(history.location.href).toBe("/connections/c1/edit?focus=key"));
  });

  it.each([
    [true, "Report deleted"],
    [false, "Report not deleted"],
  ])("is looked after where its outcome is unknown (gone: %s)", async (isGone, text) => {
    const { host, user } = await start();
    const address = host.reports.find(({ row }) => row.id === "4105")?.row.address ?? "";
    host.fail("report_delete", "outcome_unknown");
    await pass(9);
    if (isGone) host.reports = host.reports.filter(({ row }) => row.id !== "4105");
    const failed = within(await screen.findByRole("alertdialog", { name: "Outcome unknown" }));
    expect(failed.getByText(address)).toBeVisible();
    expect(failed.queryByText(/Not deleted/)).toBeNull();
    await user.click(failed.getByRole("button", { name: "Check now" }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(deleted(host)).toEqual(["4105"]);
    expect(within(screen.getByRole("complementary")).queryByText(/Outcome unknown/)).toBeNull();
  });

  it("is still unknown where the check fails", async () => {
    const { host, user } = await start();
    host.fail("report_delete", "outcome_unknown");
    await pass(9);
    const failed = await screen.findByRole("alertdialog", { name: "Outcome unknown" });
    host.fail("report_read", "offline");
    await user.click(within(failed).getByRole("button", { name: "Check now" }));
    await waitFor(() => expect(failed).not.toBeInTheDocument());
    const again = within(await screen.findByRole("alertdialog", { name: "Outcome unknown" }));
    expect(again.getByRole("button", { name: "Check now" })).toBeVisible();
    expect(screen.queryByText(/Not deleted/)).toBeNull();
  });

  it("says that it was already gone, or that the answer was lost", async () => {
    const { host } = await start();
    host.change("report_delete", (answer) => ({ ...answer, answer_lost: makeProblem("outcome_unknown") }));
    await pass(9);
    expect(await screen.findByText("The response was lost, but the report was deleted.")).toBeVisible();
  });
});

it("goes with its connection when that is removed", async () => {
  const { host, user, history } = await start();
  act(() => history.push("/connections"));
  await user.click(await screen.findByRole("button", { name: "Actions for Brightleaf" }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Remove Brightleaf?" }));
  expect(dialog.getByText(/Pending deletions for this connection are canceled/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Brightleaf removed")).toBeVisible();
  await pass(30);
  expect(deleted(host)).toEqual([]);
});
