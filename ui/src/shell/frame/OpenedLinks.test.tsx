import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { OpenedLink } from "../../host/contract";
import { FakeHost } from "../../host/fake/index";
import { appLinkOf, readAppLink } from "../../shared/navigation/app-links";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

const linkTo = (id: string, connection = "c1"): OpenedLink => ({ kind: "report", report: { connection, id } });

it("starts at the report that it was opened with, in place of the last screen", async () => {
  const { history } = await renderApp({ start: { link: linkTo("17") } });
  expect(history.location.pathname).toBe("/c/c1/reports/17");
  expect(await screen.findByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
});

it("opens a linked report while running, with any id", async () => {
  const { host, history } = await renderApp({ at: "/settings" });
  act(() => host.tell({ kind: "link", link: linkTo("a/b?c") }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/a%2Fb%3Fc"));
});

it("goes to the sample workspace that another start of the app asks for", async () => {
  const { host, history } = await renderApp({ at: "/settings" });
  act(() => host.tell({ kind: "link", link: { kind: "sample" } }));
  await waitFor(() => expect(host.requests("sample_open")).toHaveLength(1));
  await waitFor(() => expect(history.location.pathname).toMatch(/^\/c\/.*\/overview$/));
});

it("says why a link leads nowhere, at the start and later", async () => {
  const { host, user, history } = await renderApp({ at: "/settings", start: { link: linkTo("17", "elsewhere") } });
  const toast = await screen.findByRole("alertdialog", { name: "This link’s connection isn’t on this computer" });
  await expectAccessible();
  act(() => host.tell({ kind: "link", link: { kind: "unusable" } }));
  expect(await screen.findByRole("alertdialog", { name: "Invalid Assay link" })).toBeVisible();
  expect(history.location.pathname).toBe("/settings");
  await user.click(within(toast).getByRole("button", { name: "View connections" }));
  await waitFor(() => expect(history.location.pathname).toBe("/connections"));
});

it("leaves a dialog with what is typed into it alone until the user wants the report", async () => {
  const { host, user, history } = await renderApp({ at: "/c/c1/reports" });
  await user.click(await screen.findByRole("button", { name: /^New report/ }));
  await user.type(await screen.findByRole("textbox", { name: "Page URL" }), "shop.example");
  act(() => host.tell({ kind: "link", link: linkTo("17") }));
  const show = await screen.findByRole("button", { name: "View report" });
  expect(screen.getByRole("textbox", { name: "Page URL" })).toHaveValue("shop.example");
  expect(history.location.pathname).toBe("/c/c1/reports");
  await user.click(show);
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/17"));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "New report" })).toBeNull());
  await user.click(screen.getByRole("button", { name: /^New report/ }));
  expect(await screen.findByRole("textbox", { name: "Page URL" })).toHaveValue("shop.example");
});

it("asks before a form with something to lose is left for a link", async () => {
  const { host, user, history } = await renderApp({ at: "/connections/new" });
  await user.type(await screen.findByLabelText("API key"), "k-1");
  act(() => host.tell({ kind: "link", link: linkTo("17") }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(history.location.pathname).toBe("/connections/new");
  await user.click(question.getByRole("button", { name: "Keep editing" }));
  expect(screen.getByLabelText("API key")).toHaveValue("k-1");
});

it("is copied from an open report, and found again in the palette", async () => {
  const { user, history } = await renderApp({ at: "/c/c1/reports/4105" });
  const palette = async () => {
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog", { name: /^Search commands/ });
  };
  await screen.findByRole("button", { name: "More actions" });
  await palette();
  await user.keyboard("copy assay link{Enter}");
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("assay://report/c1/4105"));
  act(() => history.push("/settings"));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await palette();
  await user.paste("assay://report/c1/4105");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4105"));
});

it("is offered by the palette for any existing connection, and no other", async () => {
  const host = new FakeHost();
  host.learn("c1", { key: "missing" });
  const { user, history } = await renderApp({ host, at: "/settings" });
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: /^Search commands/ });
  await user.type(field, "assay://report/elsewhere/17");
  expect(await screen.findByText("No results.")).toBeVisible();
  await user.clear(field);
  await user.type(field, "assay://report/c1/17");
  await user.click(await screen.findByRole("option", { name: "View report 17" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/17"));
});

it("keeps every id whole on the way through a link", () => {
  for (const report of [
    { connection: "c1", id: "17" },
    { connection: "ü/ ?", id: "a%2F#é\u{1F600}" },
  ]) {
    expect(readAppLink(appLinkOf(report))).toEqual(report);
  }
  for (const text of ["assay://report/c1", "assay://report/c1/%", "https://report/c1/17", "assay://report/c1/17/18"]) {
    expect(readAppLink(text)).toBeNull();
  }
});
