import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { seededReports } from "../../host/fake/data";
import { FakeHost, usualPreferences } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { CLOSE, chooseInView } from "../../test/menus";
import { LIST, rowOf, start } from "./projects.fixture";

describe("the row's menu", () => {
  async function open() {
    const app = await start();
    rowOf("fjordbikes.example").focus();
    await app.user.keyboard("{Shift>}{F10}{/Shift}");
    return { ...app, menu: within(await screen.findByRole("menu")) };
  }

  it("copies the name", async () => {
    const { user, menu } = await open();
    await expectAccessible();
    await user.click(menu.getByRole("menuitem", { name: "Copy name" }));
    expect(await screen.findByText("Name copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("fjordbikes.example");
  });

  it("opens the reports, and asks before it deletes", async () => {
    const { user, menu, history } = await open();
    await user.click(menu.getByRole("menuitem", { name: "Delete" }));
    expect(await screen.findByRole("alertdialog", { name: /^Delete .+\?$/ })).toBeVisible();
    await user.keyboard("{Escape}");
    rowOf("fjordbikes.example").focus();
    await user.keyboard("{Shift>}{F10}{/Shift}");
    await user.click(await screen.findByRole("menuitem", { name: "View reports" }));
    await waitFor(() => expect(history.location.href).toBe("/c/c1/reports?project=fjordbikes.example"));
  });
});

it("announces how many there are", async () => {
  await start();
  expect(await screen.findByText("12 rows")).toBeInTheDocument();
});

it("hides columns, and keeps that apart from those of the reports", async () => {
  const columns = { reports: { hidden: ["privacy"], widths: {} } };
  const preferences = { ...usualPreferences, columns };
  const { user, host } = await start(
    LIST,
    new FakeHost({ reports: seededReports(Date.now(), 80), start: { preferences } }),
  );
  await chooseInView(user, "Columns", "Average score");
  await user.keyboard(CLOSE);
  // The menu hides the table.
  await screen.findByRole("columnheader", { name: /Name/ });
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: /Average score/ })).toBeNull());
  await waitFor(() =>
    expect(host.requests("preferences_save").at(-1)?.columns).toEqual({
      ...columns,
      projects: { hidden: ["score"], widths: {} },
    }),
  );
});

it("has room for the button with a label where the list is wide", async () => {
  const size = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  const buttons = async (width: number) => {
    size.mockReturnValue(new DOMRect(0, 0, width, 500));
    const { unmount } = await start();
    const names = within(rowOf("fjordbikes.example"))
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label") ?? button.textContent);
    unmount();
    return names;
  };
  expect(await buttons(420)).toEqual(["View reports", "Delete project fjordbikes.example"]);
  expect(await buttons(419)).toEqual(["Delete project fjordbikes.example"]);
});

it("offers a report where there are no projects", async () => {
  const { user, history } = await start(LIST, new FakeHost({ reports: [] }));
  await user.click(within(screen.getByRole("grid", { name: "Projects" })).getByRole("button", { name: "New report" }));
  expect(await screen.findByRole("dialog", { name: "New report" })).toBeVisible();
  expect(history.location.pathname).toBe("/c/c1/reports");
});
