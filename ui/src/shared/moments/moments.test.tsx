import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { NamedMoment } from "../../host/contract";
import { FakeHost, usualPreferences } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { chooseInView, entry } from "../../test/menus";
import { atRecordedTime } from "../../test/recorded-time";
import { renderApp } from "../../test/render";
import { daysBetween } from "./range";

atRecordedTime();

const AT = "2026-01-01T12:00:00.000Z";
const relaunch: NamedMoment = { id: "m1", connection: "c1", name: "Before the relaunch", at: AT };
const elsewhere: NamedMoment = { id: "m2", connection: "other", name: "Elsewhere", at: AT };

function hostWith(moments: NamedMoment[], overview_moment: string | null = null) {
  const preferences = { ...usualPreferences, moments, overview_moment };
  return new FakeHost({ library: "seeded", start: { preferences } });
}

const saved = (host: FakeHost) => host.requests("preferences_save").at(-1);

async function since(user: UserEvent, name: string) {
  await user.click(screen.getByRole("button", { name: /Since/ }));
  await user.click(await screen.findByRole("option", { name }));
}

it("names a moment, which changes can count from", async () => {
  const host = hostWith([]);
  const { user, history } = await renderApp({ at: "/c/c1/changes?since=30", host });
  await screen.findByRole("grid", { name: "Changes" });
  await chooseInView(user, /^Edit moments… ?Dates you name, to compare with$/);
  const dialog = within(await screen.findByRole("dialog", { name: "Moments" }));
  await user.click(dialog.getByRole("button", { name: "Add moment" }));
  expect(dialog.getByText("Enter a name.")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Name" }), " Relaunch ");
  await user.click(await dialog.findByRole("spinbutton", { name: /^month/ }));
  await user.keyboard("01202036930a");
  await user.click(dialog.getByRole("button", { name: "Add moment" }));
  expect(dialog.getByText("Enter a date in the past.")).toBeVisible();
  await user.click(dialog.getByRole("spinbutton", { name: /^year/ }));
  await user.keyboard("2026");
  const intoView = vi.spyOn(Element.prototype, "scrollIntoView");
  await user.click(dialog.getByRole("button", { name: "Add moment" }));
  const at = new Date("2026-01-20T09:30").toISOString();
  await waitFor(() => expect(saved(host)?.moments).toMatchObject([{ connection: "c1", name: "Relaunch", at }]));
  const list = dialog.getByRole("list");
  expect(within(list).getByText("Relaunch")).toBeVisible();
  expect(intoView.mock.contexts).toContain(list);
  const heading = dialog.getByRole("heading", { name: "New moment" });
  expect(list.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expectAccessible();
  await user.keyboard("{Escape}");
  await since(user, "Relaunch");
  await waitFor(() => expect(history.location.search).toBe(`?since=${encodeURIComponent(at)}`));
  await waitFor(() => expect(host.requests("library_list").at(-1)?.changed).toEqual({ since: { at } }));
});

it("changes and deletes a moment, which can be undone", async () => {
  const host = hostWith([relaunch, elsewhere]);
  const { user } = await renderApp({ at: "/c/c1/changes?since=30", host });
  await screen.findByRole("grid", { name: "Changes" });
  await chooseInView(user, "Edit moments…");
  const dialog = within(await screen.findByRole("dialog", { name: "Moments" }));
  expect(dialog.getAllByRole("listitem")).toHaveLength(1);
  await user.click(dialog.getByRole("button", { name: "Actions for Before the relaunch" }));
  await user.click(await entry("Edit"));
  expect(dialog.getByRole("heading", { name: "Edit moment" })).toBeVisible();
  const name = dialog.getByRole("textbox", { name: "Name" });
  expect(name).toHaveValue("Before the relaunch");
  await waitFor(() => expect(name).toHaveFocus());
  await user.clear(name);
  await user.type(name, "Relaunch");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(saved(host)?.moments).toEqual([{ ...relaunch, name: "Relaunch" }, elsewhere]));
  await user.click(dialog.getByRole("button", { name: "Actions for Relaunch" }));
  await user.click(await entry("Delete"));
  await waitFor(() => expect(saved(host)?.moments).toEqual([elsewhere]));
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(saved(host)?.moments).toEqual([elsewhere, { ...relaunch, name: "Relaunch" }]));
});

it("offers a time that has several names once", async () => {
  const host = hostWith([relaunch, { ...relaunch, id: "m3", name: "Sale" }]);
  const { user } = await renderApp({ at: "/c/c1/changes?since=30", host });
  await screen.findByRole("grid", { name: "Changes" });
  await since(user, "Before the relaunch, Sale");
  expect(await screen.findByRole("button", { name: /Before the relaunch, Sale.*Since/ })).toBeVisible();
});

it("keeps newer moments when a deletion is undone late", async () => {
  const host = hostWith([relaunch]);
  const { user } = await renderApp({ at: "/c/c1/changes?since=30", host });
  await screen.findByRole("grid", { name: "Changes" });
  await chooseInView(user, "Edit moments…");
  await user.click(await screen.findByRole("button", { name: "Actions for Before the relaunch" }));
  await user.click(await entry("Delete"));
  await user.keyboard("{Escape}");
  await chooseInView(user, /^Edit moments…/);
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Sale{Enter}");
  await waitFor(() => expect(saved(host)?.moments).toMatchObject([{ name: "Sale" }]));
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(saved(host)?.moments).toMatchObject([{ name: "Sale" }, relaunch]));
});

it("keeps a begun name when another moment is deleted", async () => {
  const { user } = await renderApp({ at: "/c/c1/changes?since=30", host: hostWith([relaunch]) });
  await screen.findByRole("grid", { name: "Changes" });
  await chooseInView(user, "Edit moments…");
  const dialog = within(await screen.findByRole("dialog", { name: "Moments" }));
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "Sale");
  await user.click(dialog.getByRole("button", { name: "Actions for Before the relaunch" }));
  await user.click(await entry("Delete"));
  await waitFor(() => expect(dialog.queryByRole("list")).toBeNull());
  const name = dialog.getByRole("textbox", { name: "Name" });
  expect(name).toHaveValue("Sale");
  expect(name).toHaveFocus();
});

it.each([
  [1, 23, 20],
  [23, 1, 20],
  [0, 24, 21],
])("is as many days ago as in a calendar, from %i to %i o’clock", (from, to, days) => {
  expect(daysBetween(new Date(2026, 10, 7, from), new Date(2026, 10, 27, to))).toBe(days);
});

it("is what the overview is since", async () => {
  const host = hostWith([relaunch, elsewhere]);
  const query = { connection: "c1", stale_days: 30, utc_offset: 0, trend_days: 30 };
  const overview = await host.call("overview_read", query);
  host.answer("overview_read", () => overview);
  const { user } = await renderApp({ at: "/c/c1/overview", host });
  await user.click(await screen.findByRole("button", { name: "Moments" }));
  await user.click(await entry("Before the relaunch"));
  expect(await screen.findByRole("radio", { name: "Since “Before the relaunch”" })).toBeChecked();
  await waitFor(() => expect(saved(host)?.overview_moment).toBe("m1"));
  await waitFor(() => expect(host.requests("overview_read").at(-1)).toMatchObject({ trend_since: AT }));
  expect(host.requests("library_list").at(-1)?.changed?.since).toEqual({ at: AT });
  expect(screen.getByRole("radio", { name: "30 days" })).not.toBeChecked();
  await expectAccessible();
  await user.click(screen.getByRole("radio", { name: "90 days" }));
  await waitFor(() => expect(saved(host)).toMatchObject({ overview_moment: null, overview_days: 90 }));
  expect(screen.queryByRole("radio", { name: /^Since/ })).toBeNull();
});

it("is what a report for a client is since", async () => {
  const host = hostWith([relaunch]);
  const { user } = await renderApp({ at: "/c/c1/reports", host });
  await chooseInView(user);
  await waitFor(async () => expect(await entry("Client report…")).not.toHaveAttribute("aria-disabled"));
  await user.click(await entry("Client report…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Client report" }));
  await user.click(dialog.getByRole("button", { name: /Period/ }));
  await user.click(await screen.findByRole("option", { name: "Since “Before the relaunch”" }));
  await user.click(dialog.getByRole("button", { name: "Export…" }));
  await waitFor(() =>
    expect(host.requests("client_report_save")[0]?.of).toMatchObject({ kind: "reports", since: { at: AT } }),
  );
});
