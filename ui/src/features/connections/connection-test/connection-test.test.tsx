import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { asDraft, makeProblem } from "../../../host";
import type { Connection } from "../../../host/contract";
import { exampleConnection, FakeHost } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { choose } from "../../../test/menu";
import { renderApp } from "../../../test/render";
import { applyStyles } from "../../../test/styles";

const CHECK = "/connections/c1/check";

async function start(change: Partial<Connection> = {}, host?: FakeHost) {
  const connections = [{ ...exampleConnection, ...change }];
  const app = await renderApp({ at: CHECK, host: host ?? new FakeHost({ start: { connections } }) });
  const panel = within(await screen.findByRole("region", { name: "Connection test" }));
  return { ...app, panel };
}

const stepsOf = (panel: { queryAllByRole: typeof screen.queryAllByRole }) =>
  panel
    .queryAllByRole("listitem")
    .filter(({ dataset }) => dataset.step)
    .map((item) => item.textContent?.replace(/ +/g, " "));

/** Opens the groups of steps. */
async function unfold(user: UserEvent, panel: { getByRole: typeof screen.getByRole }, ...groups: RegExp[]) {
  for (const name of groups) await user.click(panel.getByRole("button", { name }));
}

it("shows each step with what it found, and how long it took if that was long", async () => {
  const { panel, host, user } = await start();
  expect(screen.getByRole("heading", { level: 1, name: "Connection test" })).toBeVisible();
  expect(await panel.findByText("Connection OK")).toBeVisible();
  expect(stepsOf(panel)).toEqual([]);
  // Facts take the place of the word, which only screen readers need.
  for (const name of [
    "Network OK Service reached · certificate valid for 64 days",
    "Account OK Key accepted · 240 reports · 12 projects",
    "Features OK All available",
  ]) {
    const group = panel.getByRole("button", { name });
    expect(group).toHaveAttribute("aria-expanded", "false");
    expect(within(group).getByText("OK")).toHaveStyle({ position: "absolute", width: "1px" });
  }
  await expectAccessible();
  await unfold(user, panel, /^Network/, /^Account/, /^Features/);
  expect(stepsOf(panel)).toEqual([
    "Settings Valid",
    "Proxy None",
    "DNS lookup 192.0.2.17, 2001:db8::17 OK",
    "TCP connection Established",
    "Encryption TLS 1.3, certificate by Example Trust, expires in 64 days OK",
    "Service Supported",
    "API key Accepted",
    "Reports 240 reports OK",
    "Projects 12 projects OK",
    "Total count Reported",
    "Sort by last checked Supported 1.3 s",
    "Rate limit Up to 60 requests per minute, 57 left this minute OK",
  ]);
  // In Arabic, too, where colons would reverse its parts.
  expect(panel.getByText(/2001:db8::17/)).toHaveAttribute("dir", "ltr");
  const { id, name, base_url, allow_insecure, network } = exampleConnection;
  expect(host.requests("connection_test")).toEqual([
    { id, name, base_url, allow_insecure, key: null, key_place: "keychain", network: asDraft(network), service: null },
  ]);
  await expectAccessible();
});

it("shows the URL left to right, at the edge where the language starts", async () => {
  const { panel } = await start();
  const address = await panel.findByText("https://seo.brightleaf.example");
  expect(address).toHaveAttribute("dir", "ltr");
  expect(address.parentElement).toHaveTextContent(/^https:\/\/seo\.brightleaf\.example$/);
  expect(address.parentElement).not.toHaveAttribute("dir");
});

it("is named only if the sidebar has another one, or too little room for names", async () => {
  applyStyles("features/connections/connection-test/CheckScreen.module.css");
  const connections = [exampleConnection, { ...exampleConnection, id: "c2", name: "Harbor" }];
  const { history } = await renderApp({ at: CHECK, host: new FakeHost({ start: { connections } }) });
  await screen.findByText("Connection OK");
  const head = () => within(screen.getByRole("banner"));
  // Only narrow windows show it.
  expect(head().getByText(exampleConnection.name)).not.toBeVisible();
  history.push("/connections/c2/check");
  await waitFor(() => expect(head().getByText("Harbor")).toBeVisible());
});

it("says what is being done while it is", async () => {
  const host = new FakeHost();
  const release = host.hold("connection_test");
  const { panel } = await start({}, host);
  expect(panel.getByRole("status")).toHaveTextContent("Testing connection…");
  expect(panel.getByText("Network")).toBeVisible();
  await expectAccessible();
  release();
  await waitFor(() => expect(panel.getByRole("status")).toHaveTextContent("Connection OK"));
});

it("says once what a service lacks that works all the same, at the step that found it", async () => {
  const { panel } = await start({ base_url: "https://old.brightleaf.example" });
  expect(await panel.findByText("Connection OK, with some limitations")).toBeVisible();
  for (const name of ["Network Limited 1 limitation", "Features Limited 3 limitations"]) {
    expect(panel.getByRole("button", { name })).toHaveAttribute("aria-expanded", "true");
  }
  expect(panel.getByRole("button", { name: /^Account OK/ })).toHaveAttribute("aria-expanded", "false");
  const steps = stepsOf(panel);
  expect(steps.find((step) => step?.startsWith("Encryption"))).toMatch(
    /expires in 6 days OKThe certificate expires soon; the service’s administrator needs to renew it$/,
  );
  expect(steps.slice(-3)).toEqual([
    "Total count Live lists don’t show a total",
    "Sort by last checked Can’t sort by “Last checked”",
    "Rate limit No rate limit reported; Assay slows down only when the service asks",
  ]);
  expect(panel.getByText("Good, decent, or bad")).toBeVisible();
  expect(panel.getAllByText(/rate limit/i)).toHaveLength(2);
  await expectAccessible();
});

it("calls nothing limited that isn’t a limit", async () => {
  const host = new FakeHost();
  host.change("connection_test", (check) => ({
    ...check,
    steps: check.steps.map((step) => (step.step === "sorting" ? { ...step, outcome: "skipped" } : step)),
  }));
  const { panel } = await start({}, host);
  expect(await panel.findByText("Connection OK")).toBeVisible();
  expect(panel.getByRole("button", { name: /^Features OK/ })).toHaveAttribute("aria-expanded", "false");
});

it("says at which step it ended, why, and leads to the settings", async () => {
  const { panel, user, history } = await start({ base_url: "https://company.brightleaf.example" });
  expect(await panel.findByText("Connection failed")).toBeVisible();
  expect(await screen.findByRole("button", { name: /Sync details/ })).toHaveTextContent("Can’t connect");
  const failed = panel.getAllByRole("listitem").find(({ dataset }) => dataset.outcome === "failed");
  expect(failed).toHaveTextContent(/^Encryption Failed ?Untrusted certificate\./);
  // The problem says it.
  expect(within(failed as HTMLElement).getByText("Failed")).toHaveStyle({ position: "absolute", width: "1px" });
  const network = panel.getByRole("button", { name: "Network Failed" });
  expect(network).toHaveAttribute("aria-expanded", "true");
  await user.click(network);
  expect(network).toHaveAccessibleName("Network Failed Untrusted certificate");
  await user.click(network);
  await unfold(user, panel, /^Account Skipped/, /^Features Skipped/);
  expect(
    stepsOf(panel)
      .slice(-7)
      .every((step) => step?.endsWith("Skipped")),
  ).toBe(true);
  await expectAccessible();
  // The failed step leads to the settings, so the screen’s main action is to test again.
  const head = within(screen.getByRole("banner"));
  expect(head.getAllByRole("button").map((button) => button.textContent || button.ariaLabel)).toEqual([
    "Back",
    "Test again",
    "More actions",
  ]);
  await user.click(panel.getByRole("button", { name: "Edit connection" }));
  await waitFor(() => expect(history.location.pathname).toBe("/connections/c1/edit"));
});

it("offers to test again once, above the steps", async () => {
  const host = new FakeHost();
  const problem = makeProblem("certificate_expired");
  host.change("connection_test", (check) => ({
    ...check,
    steps: check.steps.map((step) => (step.step === "tls" ? { ...step, outcome: "failed", problem } : step)),
  }));
  const { panel } = await start({}, host);
  expect(await panel.findByText("Certificate not currently valid.")).toBeVisible();
  expect(panel.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(screen.getByRole("button", { name: "Test again" })).toBeVisible();
});

it("leaves to the proxy what is the proxy's", async () => {
  const network = {
    ...exampleConnection.network,
    proxy: { kind: "own", address: "http://proxy.example:3128" } as const,
  };
  const { panel, user } = await start({ network });
  await panel.findByText("Connection OK");
  await unfold(user, panel, /^Network/);
  expect(stepsOf(panel).slice(1, 5)).toEqual([
    "Proxy http://proxy.example:3128 OK",
    "DNS lookup Handled by the proxy",
    "TCP connection Handled by the proxy",
    "Encryption Hidden by the proxy",
  ]);
});

it("asks for a key that is missing", async () => {
  const { panel, user, history } = await start({ key: "missing" });
  await user.click(await panel.findByRole("button", { name: "Enter API key" }));
  await waitFor(() => expect(history.location.href).toBe("/connections/c1/edit?focus=key"));
});

it("copies a full report for support, without the URL's credentials", async () => {
  const host = new FakeHost();
  const problem = makeProblem("key_refused", { status: 401, said: "Unauthenticated." });
  host.change("connection_test", (check) => ({
    ...check,
    base_url: "https://somebody:hunter2@seo.example",
    steps: check.steps.map((step) => (step.step === "key" ? { ...step, outcome: "failed", problem } : step)),
  }));
  const { panel, user } = await start({}, host);
  await panel.findByText("Connection failed");
  await choose(user, "More actions", "Copy results");
  expect(await screen.findByText("Results copied")).toBeVisible();
  const report = await navigator.clipboard.readText();
  expect(report).toContain("Assay 0.1.0 (linux)");
  expect(report).toContain("\nhttps://seo.example\n");
  expect(report).not.toMatch(/somebody|hunter2/);
  expect(report).toContain("Connection failed");
  expect(report).toContain("Encryption – OK (48 ms): TLS 1.3, certificate by Example Trust");
  expect(report).toContain("TCP connection – Established (24 ms)");
  expect(report).toContain("API key – Failed\n    code: key_refused\n    status: 401\n    said: Unauthenticated.");
  expect(report).toContain("Rating: Score 0–100 (result)");
});

it("checks again on demand", async () => {
  const host = new FakeHost();
  host.fail("connection_test", "keychain_locked", 1);
  const app = await renderApp({ at: CHECK, host });
  expect(await screen.findByRole("alert")).toHaveTextContent("Keychain locked");
  await app.user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Connection OK")).toBeVisible();
  await app.user.click(screen.getByRole("button", { name: "Test again" }));
  await waitFor(() => expect(host.requests("connection_test")).toHaveLength(3));
});

it("is reached from the connection's menu, also in the sample workspace, which has nothing to edit", async () => {
  const host = new FakeHost();
  await host.call("sample_open", null);
  const { user, history } = await renderApp({ at: "/c/sample/reports", host });
  await user.click(await screen.findByRole("button", { name: /Switch connection/ }));
  await user.click(screen.getByRole("menuitem", { name: "Test this connection" }));
  await waitFor(() => expect(history.location.pathname).toBe("/connections/sample/check"));
  expect(await screen.findByText("Connection OK")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Copy results"]);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "View reports" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/sample/reports"));
});

it("says when the connection is gone", async () => {
  await renderApp({ at: "/connections/gone/check" });
  expect(await screen.findByRole("alert")).toHaveTextContent("This connection no longer exists");
});
