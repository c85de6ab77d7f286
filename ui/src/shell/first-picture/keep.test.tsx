import { createMemoryHistory } from "@tanstack/react-router";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { clearToasts } from "../../components/overlays/Toast";
import { Grid } from "../../components/tables/Table";
import { ReportsTable } from "../../features/reports";
import type { PictureElement } from "../../host/contract";
import { FakeHost, type FakeOptions } from "../../host/fake/index";
import { FirstCalls } from "../../host/first-calls";
import { boot } from "../boot";

beforeAll(() => Promise.all([Grid.load(), ReportsTable.load(), import("../../features/reports/list/from-library")]));

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

/** A window whose pictures are kept, as `main.tsx` opens it. */
async function open(options: FakeOptions = {}, at = "/c/c1/reports") {
  // No picture is kept while a message is shown, such as of another test.
  clearToasts();
  const root = document.body.appendChild(Object.assign(document.createElement("div"), { id: "root" }));
  const host = new FakeHost({ library: "seeded", ...options });
  const calls = new FirstCalls([]);
  const history = createMemoryHistory({ initialEntries: [at] });
  render(await boot(calls.before(host), history, { picture: null, calls }), { container: root });
  return { host, history, pictures: () => host.requests("picture_save") };
}

/** The same with its first picture; from then on, the time is the test's. */
async function openWithPicture(options: FakeOptions = {}) {
  const opened = await open(options);
  await waitFor(() => expect(opened.pictures()).not.toHaveLength(0));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ pointerEventsCheck: 0, advanceTimers: (time) => vi.advanceTimersByTime(time) });
  return { ...opened, user };
}

const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

const textOf = (node: string | PictureElement): string =>
  typeof node === "string" ? node : (node.children ?? []).map(textOf).join("");

it("keeps the settled screen with what it reads and looks like", async () => {
  const { pictures } = await openWithPicture();
  const picture = pictures().at(-1);
  expect(picture?.revision).toBe("1");
  expect(picture?.look).toMatchObject({ place: "/c/c1/reports", theme: "light", width: window.innerWidth });
  expect(picture?.reads.map(({ call }) => call)).toContain("library_list");
  const first = screen.getAllByRole("rowheader")[0]?.textContent ?? "nothing";
  expect(picture && textOf(picture.screen)).toContain(first);
});

it("keeps no picture while a dialog is open, and another one when it is closed", async () => {
  const { pictures, user } = await openWithPicture();
  await user.click(screen.getByRole("button", { name: "New report" }));
  const dialog = within(await screen.findByRole("dialog"));
  const before = pictures().length;
  await wait(5000);
  expect(pictures()).toHaveLength(before);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await wait(5000);
  expect(pictures().length).toBeGreaterThan(before);
});

it("waits until the library's events have come before it keeps a picture", async () => {
  const { host, pictures } = await openWithPicture();
  const before = pictures().length;
  host.answer("library_revision", () => "2");
  act(() => host.tell({ kind: "library" }));
  await wait(1000);
  expect(pictures()).toHaveLength(before);
  await wait(5000);
  expect(pictures().at(-1)?.revision).toBe("2");
});

it("keeps none of forms and settings", async () => {
  const { history, pictures } = await openWithPicture();
  act(() => history.push("/settings"));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  const before = pictures().length;
  await wait(5000);
  act(() => history.push("/connections/new"));
  await wait(5000);
  expect(pictures()).toHaveLength(before);
});

it("keeps none in safe mode", async () => {
  const { host, pictures } = await open({ start: { safe_mode: true } });
  await screen.findByRole("grid", { name: "Reports" });
  expect(host.requests("library_revision")).toHaveLength(0);
  expect(pictures()).toHaveLength(0);
});

it("gives up what the core refuses, until something changes", async () => {
  const { host, pictures } = await openWithPicture();
  host.answer("picture_save", () => false);
  act(() => host.tell({ kind: "library" }));
  const before = pictures().length;
  await wait(60_000);
  expect(pictures()).toHaveLength(before + 5);
  document.body.classList.add("redrawn");
  document.body.classList.remove("redrawn");
  await wait(3000);
  expect(pictures()).toHaveLength(before + 5);
  act(() => host.tell({ kind: "library" }));
  await wait(3000);
  expect(pictures().length).toBeGreaterThan(before + 5);
});
