import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeHost } from "../../host/fake";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

it("changes the theme at once and keeps it", async () => {
  const { host, user } = await renderApp({ at: "/settings" });
  await expectAccessible();
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  expect(document.documentElement.dataset.theme).toBe("dark");
  await waitFor(() => expect(host.requests("preferences_save").at(-1)).toMatchObject({ theme: "dark", page_size: 25 }));
});

it("says when a changed theme could not be kept", async () => {
  const { host, user } = await renderApp({ at: "/settings" });
  host.fail("preferences_save", "storage_failed");
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  expect(await screen.findByText("The change holds only until Assay closes")).toBeVisible();
});

it("changes the page size where none is chosen", async () => {
  const { host, user } = await renderApp({ at: "/settings" });
  await user.click(screen.getByRole("button", { name: /Rows per page/ }));
  await user.click(screen.getByRole("option", { name: "100" }));
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.page_size).toBe(100));
  await user.click(screen.getByRole("link", { name: "Reports" }));
  await waitFor(() => expect(host.requests("reports_list").at(-1)?.query.per_page).toBe(100));
});

it("resets the sample workspace only after asking, and says when that failed", async () => {
  const host = new FakeHost();
  const sample = await host.call("sample_open", null);
  host.reports = [];
  const { user } = await renderApp({ host, at: "/settings" });
  expect(sample.sample).toBe(true);
  await user.click(screen.getByRole("button", { name: "Reset the sample workspace" }));
  const dialog = screen.getByRole("alertdialog");
  await expectAccessible();
  host.fail("sample_reset", "sample_failed", 1);
  await user.click(within(dialog).getByRole("button", { name: "Reset" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("The sample workspace could not be started");
  expect(host.reports).toHaveLength(0);
  await user.click(within(dialog).getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(host.reports).toHaveLength(240);
});

it("has nothing to reset without a sample workspace, and tells the version", async () => {
  await renderApp({ at: "/settings" });
  expect(screen.queryByText("Sample workspace")).toBeNull();
  expect(screen.getByText("Assay 0.1.0")).toBeVisible();
});
