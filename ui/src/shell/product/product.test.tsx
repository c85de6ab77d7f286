import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { makeProblem } from "../../host";
import { FakeHost } from "../../host/fake/index";
import { newerRelease } from "../../host/fake/product";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

const at = "/settings";
const found = { kind: "found", release: newerRelease } as const;
const whatIsNew = () => screen.getAllByRole("button", { name: "What’s new" })[0] as HTMLElement;

describe("a newer version", () => {
  it("is announced, shows its notes as plain text, and can be postponed", async () => {
    const { host, user } = await renderApp({ at: "/c/c1/reports" });
    const notes = `${newerRelease.notes}\n\n<img src=x onerror="alert(1)"> ![picture](https://assay.example/a.png)`;
    act(() => host.product.goOn({ kind: "found", release: { ...newerRelease, notes } }));
    expect(await screen.findByText("Assay 1.2.0 is available.")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(whatIsNew());
    const dialog = within(await screen.findByRole("dialog", { name: "Assay 1.2.0" }));
    expect(dialog.getByRole("status")).toHaveTextContent("Assay 1.2.0 is available. You have Assay 0.1.0.");
    expect(dialog.getByRole("heading", { name: "Added" })).toBeVisible();
    expect(dialog.getAllByRole("listitem")).toHaveLength(3);
    expect(dialog.getByText("Links").tagName).toBe("B");
    // Links and HTML are shown as text.
    expect(dialog.getByText(/\(how\)/)).toBeVisible();
    expect(dialog.queryByRole("link")).toBeNull();
    expect(dialog.queryByRole("img")).toBeNull();
    expect(dialog.getByText(/onerror="alert/)).toBeVisible();
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Later" }));
    await user.click(screen.getByRole("button", { name: "Later" }));
    expect(screen.queryByText(/is available/)).toBeNull();
    expect(host.requests("update_install")).toHaveLength(0);
    // Another version is announced again.
    act(() => host.product.goOn({ kind: "found", release: { ...newerRelease, version: "1.3.0" } }));
    expect(await screen.findByText("Assay 1.3.0 is available.")).toBeVisible();
  });

  it("is installed once that is wanted, and shows how that goes", async () => {
    const { host, user } = await renderApp({ at });
    act(() => host.product.goOn(found));
    await screen.findByText(/is available/, { selector: "[role=status] *" });
    await user.click(whatIsNew());
    await user.click(await screen.findByRole("button", { name: "Install and restart" }));
    const progress = await screen.findByRole("progressbar", { name: "Progress" });
    act(() => host.product.goOn({ ...found, kind: "fetching", done: 2_100_000, total: 8_400_000 }));
    await waitFor(() => expect(progress).toHaveAttribute("value", "2100000"));
    expect(screen.getByText("2.1 MB of 8.4 MB")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Install and restart" })).toBeNull();
    await expectAccessible();
    // With unsaved work, the window asks before closing.
    act(() => host.product.goOn({ ...found, kind: "ready" }));
    await user.click(await screen.findByRole("button", { name: "Install and restart" }));
    expect(host.requests("update_install")).toHaveLength(2);
    expect(screen.queryByText(/^Assay downloads and verifies/)).toBeNull();
    act(() => host.product.goOn({ ...found, kind: "installing" }));
    expect(await screen.findByText("Installing the update. Assay will restart.")).toBeVisible();
  });

  it("says why it could not be installed, tries again, and leads to its page", async () => {
    const { host, user } = await renderApp({ at: "/c/c1/reports" });
    act(() => host.product.goOn({ ...found, kind: "failed", problem: makeProblem("update_untrusted") }));
    expect(await screen.findByText(/Couldn’t install Assay 1.2.0/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "View details" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("alert")).toHaveTextContent("Nothing was installed");
    await user.click(dialog.getByRole("button", { name: "Open download page" }));
    expect(host.requests("address_open")).toEqual([{ url: newerRelease.page }]);
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByRole("progressbar")).toBeVisible();
    expect(host.requests("update_install")).toHaveLength(1);
  });

  it("can be stopped while it is fetched, also after its dialog was closed", async () => {
    const { host, user } = await renderApp({ at: "/c/c1/reports" });
    act(() => host.product.goOn(found));
    await screen.findByText("Assay 1.2.0 is available.");
    await user.click(whatIsNew());
    host.hold("update_install");
    await user.click(await screen.findByRole("button", { name: "Install and restart" }));
    act(() => host.product.goOn({ ...found, kind: "fetching", done: 0, total: null }));
    await screen.findByRole("button", { name: "Stop" });
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "View details" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Stop" }));
    expect(host.options("update_install")[0]?.signal?.aborted).toBe(true);
    act(() => host.product.goOn(found));
    expect(await dialog.findByRole("button", { name: "Install and restart" })).toBeEnabled();
    expect(dialog.queryByRole("alert")).toBeNull();
  });

  it("is never installed by checking again", async () => {
    const { host, user } = await renderApp({ at: "/c/c1/reports" });
    act(() => host.product.goOn(found));
    await screen.findByText("Assay 1.2.0 is available.");
    host.product.lookFault = makeProblem("update_failed");
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog", { name: /^Search commands/ });
    await user.keyboard("check for updates{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Assay 1.2.0" }));
    await dialog.findByRole("alert");
    expect(dialog.getByRole("button", { name: "Install and restart" })).toBeVisible();
    expect(screen.queryByText(/Couldn’t install/)).toBeNull();
    host.product.lookFault = null;
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(dialog.queryByRole("alert")).toBeNull());
    expect(host.requests("update_check")).toHaveLength(2);
    expect(host.requests("update_install")).toHaveLength(0);
  });

  it("says that the check failed, and checks again", async () => {
    const { host, user } = await renderApp({ at: "/c/c1/reports" });
    host.product.lookFault = makeProblem("update_failed");
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog", { name: /^Search commands/ });
    await user.keyboard("check for updates{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Updates" }));
    await dialog.findByRole("alert");
    host.product.lookFault = null;
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByText("Assay 0.1.0 is up to date.")).toBeVisible();
    expect(host.requests("update_install")).toHaveLength(0);
  });

  it.each([
    ["nested", "> ".repeat(4000)],
    ["a list in lists", "- ".repeat(2000)],
    ["emphasis in emphasis", `${"*".repeat(2500)}a${"*".repeat(2500)}`],
    ["deep, and few marks", `${"> ".repeat(900)}a`],
    ["long", `${"word ".repeat(100_000)}`],
  ])("shows notes that are %s all the same", async (_, text) => {
    const { host, user } = await renderApp({ at: "/c/c1/reports" });
    const notes = `${text}\n\nthe end`;
    act(() => host.product.goOn({ kind: "found", release: { ...newerRelease, notes } }));
    await screen.findByText("Assay 1.2.0 is available.");
    await user.click(whatIsNew());
    const dialog = await screen.findByRole("dialog", { name: "Assay 1.2.0" });
    expect(dialog).toHaveTextContent("the end");
    expect(dialog.querySelectorAll("blockquote, li, i, b").length).toBeLessThan(50);
  });

  it("is installed by the system's package manager with an administrator's permission", async () => {
    const { host, user } = await renderApp({ at, start: { update: { way: "with_permission", phase: found } } });
    await user.click((await screen.findAllByRole("button", { name: "What’s new" }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Your system asks for an administrator’s permission before installing.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Install and restart" }));
    expect(await dialog.findByRole("progressbar")).toBeVisible();
    act(() => host.product.goOn({ ...found, kind: "failed", problem: makeProblem("update_not_permitted") }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Nothing was installed");
    expect(dialog.getByRole("button", { name: "Open download page" })).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(host.requests("update_install")).toHaveLength(2));
  });

  it("is for the user to install where it came as a package", async () => {
    const { user } = await renderApp({ at, start: { update: { way: "package", phase: found } } });
    await user.click((await screen.findAllByRole("button", { name: "What’s new" }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/Download the new package/)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Open download page" })).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Install and restart" })).toBeNull();
  });

  it("is checked by a command, which shows the result", async () => {
    const { host, user } = await renderApp({ at: "/c/c1/reports" });
    const look = async () => {
      await user.keyboard("{Control>}k{/Control}");
      await screen.findByRole("dialog", { name: /^Search commands/ });
      await user.keyboard("check for updates{Enter}");
    };
    await look();
    const dialog = within(await screen.findByRole("dialog", { name: "Updates" }));
    expect(await dialog.findByText("Assay 0.1.0 is up to date.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    host.product.newest = newerRelease;
    await look();
    expect(await screen.findByRole("dialog", { name: "Assay 1.2.0" })).toBeVisible();
    expect(host.requests("update_check")).toHaveLength(2);
  });

  it("isn't checked automatically if that is off", async () => {
    const { user } = await renderApp({ at, start: { update: { way: "forbidden", phase: { kind: "idle" } } } });
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog", { name: /^Search commands/ });
    await user.keyboard("check for updates");
    expect(screen.queryByRole("option", { name: "Check for updates" })).toBeNull();
  });
});

it("shows what helps to find a fault, copies it, and leads to the log", async () => {
  const host = new FakeHost();
  host.fail("diagnostics_read", "internal", 1);
  const { user } = await renderApp({ host, at: "/settings?section=about" });
  await user.click(screen.getByRole("button", { name: "Diagnostics…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Diagnostics" }));
  await user.click(await dialog.findByRole("button", { name: "Try again" }));
  expect(await dialog.findByRole("heading", { name: "Status" })).toBeVisible();
  const terms = dialog.getAllByRole("term").map(({ textContent }) => textContent);
  expect(terms).toEqual(["System", "safe mode"]);
  expect(dialog.getByText("Linux, GNOME")).toBeVisible();
  expect(dialog.getByText("09:00:00 started").tagName).toBe("PRE");
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toContain("System: Linux, GNOME");
  await user.click(dialog.getByRole("button", { name: "Open log folder" }));
  expect(host.requests("logs_open")).toHaveLength(1);
  host.fail("logs_open", "file_failed");
  await user.click(dialog.getByRole("button", { name: "Open log folder" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
});

it("shows a crash report until dismissed", async () => {
  const crash = { at: "2026-03-01T10:00:00Z", text: "RangeError: out of paper" };
  const { host, user } = await renderApp({ at, start: { crash } });
  expect(await screen.findByText(/nothing was sent/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "View details" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Crash report" }));
  expect(dialog.getByText("RangeError: out of paper")).toBeVisible();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(host.requests("crash_seen")).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/nothing was sent/)).toBeNull();
  expect(host.requests("crash_seen")).toHaveLength(1);
});

it("says in safe mode what is off and how to leave it", async () => {
  const { host, user, history } = await renderApp({ at, start: { safe_mode: true } });
  expect(await screen.findByText(/^The library and batches are off/)).toBeVisible();
  host.fail("app_restart", "internal", 1);
  await user.click(screen.getByRole("button", { name: "Restart Assay" }));
  expect(await screen.findByText("Unexpected error in Assay")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Restart Assay" }));
  expect(host.requests("app_restart")).toHaveLength(2);
  await expectAccessible();
  act(() => history.push("/c/c1/reports"));
  await screen.findByRole("grid");
  expect(screen.queryByRole("button", { name: "Sync all reports" })).toBeNull();
  // A screen without the library says it instead of the banner.
  host.fail("library_list", "safe_mode");
  act(() => history.push("/reports"));
  expect(await screen.findByText("Not available in safe mode")).toBeVisible();
  expect(screen.getAllByText(/^The library and batches are off/)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: /Sync details/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Restart Assay" }));
  expect(host.requests("app_restart")).toHaveLength(3);
  await expectAccessible();
  act(() => history.push("/c/c1/reports"));
  const [inBanner] = await screen.findAllByRole("button", { name: "Diagnostics…" });
  await user.click(inBanner as HTMLElement);
  expect(await screen.findByRole("dialog", { name: "Diagnostics" })).toBeVisible();
});
