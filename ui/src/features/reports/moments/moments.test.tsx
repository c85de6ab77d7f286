import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { splitAddress } from "../../../components";
import type { CompareMoments, Connection, MovedPage } from "../../../host/contract";
import { exampleConnection, FakeHost, usualPreferences } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { chooseInView } from "../../../test/menus";
import { atRecordedTime } from "../../../test/recorded-time";
import { renderApp } from "../../../test/render";
import { applyStyles } from "../../../test/styles";

atRecordedTime();

const PLACE = "/c/c1/moments";
const usual: CompareMoments = { query: { connection: "c1", per_page: 25 }, before: { days: 30 } };

it("shows what changed between two moments, and opens the comparison of a page", async () => {
  const host = new FakeHost({ library: "seeded" });
  const { better, worse, new: added, gone, same, improved, checks } = await host.call("moments_compare", usual);
  const { user, history } = await renderApp({ at: PLACE, host });
  const title = await screen.findByRole("heading", { level: 1, name: "Compare moments" });
  expect(title).toBeVisible();
  // The sidebar has the connection’s name.
  expect(title.parentElement).not.toHaveTextContent(exampleConnection.name);
  const figure = async (name: string) => (await screen.findByText(name, { selector: "dt" })).nextElementSibling;
  for (const [name, value] of Object.entries({ Better: better, Worse: worse, New: added, Removed: gone, Same: same })) {
    expect(await figure(name)).toHaveTextContent(String(value));
  }
  expect(improved.length).toBeGreaterThan(0);
  const pages = within(screen.getByRole("region", { name: "Got better" })).getAllByRole("link");
  for (const [at, { address }] of improved.entries()) {
    const { host: site, path } = splitAddress(address);
    expect(within(pages[at] as HTMLElement).getByTitle(address)).toHaveTextContent(`${site}${path}`);
  }
  // Broken and fixed checks share a line, without those that changed otherwise.
  const isBoth = ({ reasons }: (typeof improved)[number]) => reasons && reasons.broke.count * reasons.fixed.count > 0;
  expect(pages[improved.findIndex(isBoth)]).toHaveTextContent(/Fixed .+ · Broke (?!.*Changed)/);
  // In two halves, side by side where there is room.
  const rows = screen.getAllByRole("table").flatMap((half) => within(half).getAllByRole("row").slice(1));
  expect(rows).toHaveLength(checks.length);
  expect(rows[0]).toHaveTextContent(new RegExp(`${checks[0]?.broke}${checks[0]?.fixed}$`));
  expect(screen.getByRole("heading", { name: "Checks" }).parentElement).toHaveTextContent("Number of pages");
  expect(screen.getByRole("button", { name: "Edit moments…" })).toHaveTextContent("Edit moments…");
  await expectAccessible();
  const [first] = improved;
  await user.click(pages[0] as HTMLElement);
  await waitFor(() => expect(history.location.pathname).toBe(`/c/c1/reports/${first?.id}`));
  expect(history.location.search).toContain(`before=${first?.reasons?.before}&after=${first?.reasons?.after}`);
});

it("leaves out the hosts of a project's pages, but not of one without a path", async () => {
  const host = new FakeHost({ library: "seeded" });
  const compared = await host.call("moments_compare", usual);
  const addresses = ["harborcafe.example/menu", "harborcafe.example/"];
  const improved = compared.improved.slice(0, 2).map((page, at) => ({ ...page, address: addresses[at] ?? "?" }));
  host.answer("moments_compare", () => ({ ...compared, improved, worsened: [] }));
  const { history } = await renderApp({ at: PLACE, host });
  expect(await screen.findAllByText("harborcafe.example")).toHaveLength(2);
  history.push(`${PLACE}?project=harborcafe.example`);
  const pages = () => within(screen.getByRole("region", { name: "Got better" })).getAllByRole("link");
  await waitFor(() => expect(pages()[0]).not.toHaveTextContent("harborcafe.example"));
  expect(pages()[1]).toHaveTextContent("harborcafe.example");
});

it("shows hosts below pages whose paths need their room", async () => {
  applyStyles("components/text/AddressText.module.css");
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 160, 20));
  const host = new FakeHost({ library: "seeded" });
  const compared = await host.call("moments_compare", usual);
  const addresses = ["one.example/menu", "two.example/menu", "three.example/team"];
  const improved = compared.improved.slice(0, 3).map((page, at) => ({ ...page, address: addresses[at] ?? "?" }));
  host.answer("moments_compare", () => ({ ...compared, improved, worsened: [] }));
  await renderApp({ at: PLACE, host });
  for (const name of ["one.example", "two.example", "three.example"]) {
    const shown = (await screen.findAllByText(name)).filter((part) => getComputedStyle(part).fontSize !== "0px");
    expect(shown).toHaveLength(1);
  }
});

it("tells reports of the same page apart by their dates", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.change("moments_compare", (compared) => {
    const [first, ...others] = compared.worsened;
    const later = (page: MovedPage) => ({ ...page, id: "9000", created_at: "2026-01-20T10:00:00Z" });
    return first ? { ...compared, worsened: [first, later(first), ...others] } : compared;
  });
  await renderApp({ at: PLACE, host });
  const worse = within(await screen.findByRole("region", { name: "Got worse" }));
  const links = worse.getAllByRole("link").map(({ textContent }) => textContent ?? "");
  expect(links[0]).toMatch(/Created \w+ \d+, 2025 · Broke/);
  expect(links[1]).toContain("Created Jan 20 · Broke");
  expect(links.some((text) => !text.includes("Created"))).toBe(true);
});

it("says both averages with as many decimals", async () => {
  const host = new FakeHost({ library: "seeded" });
  const { before, after, ...compared } = await host.call("moments_compare", usual);
  host.answer("moments_compare", () => ({
    ...compared,
    before: { ...before, mean_score: 69.1 },
    after: { ...after, mean_score: 68.98 },
  }));
  await renderApp({ at: PLACE, host });
  const average = (await screen.findByText("Average score", { selector: "dt" })).nextElementSibling;
  expect(average).toHaveTextContent("69.1changed to 69.0");
});

it("is about a project and any moments", async () => {
  const at = "2026-01-21T12:00:00.000Z";
  const moments = [{ id: "m1", connection: "c1", name: "Relaunch", at }];
  const host = new FakeHost({ library: "seeded", start: { preferences: { ...usualPreferences, moments } } });
  const compared = await host.call("moments_compare", usual);
  host.answer("moments_compare", () => compared);
  const { user, history } = await renderApp({ at: `${PLACE}?project=kaffeewerk.example`, host });
  await user.click(await screen.findByRole("button", { name: /After/ }));
  await user.click(await screen.findByRole("option", { name: "Relaunch" }));
  await user.click(screen.getByRole("button", { name: /Before/ }));
  await user.click(await screen.findByRole("option", { name: "90 days ago" }));
  await waitFor(() =>
    expect(host.requests("moments_compare").at(-1)).toEqual({
      query: { connection: "c1", project: "kaffeewerk.example", per_page: 25 },
      before: { days: 90 },
      after: at,
    }),
  );
  expect(history.location.search).toContain("from=90");
  expect(screen.getByRole("heading", { level: 1 }).parentElement).toHaveTextContent("kaffeewerk.example");
});

it("makes a client report of both moments", async () => {
  const at = "2026-01-21T12:00:00.000Z";
  const host = new FakeHost({ library: "seeded" });
  const compared = await host.call("moments_compare", usual);
  const none = { ...compared, better: 0, worse: 0, new: 0, gone: 0, same: 0 };
  host.answer("moments_compare", ({ query }) => (query.project === undefined ? none : compared));
  const { user, history } = await renderApp({ at: PLACE, host });
  await screen.findByText("No reports");
  expect(screen.getByRole("button", { name: "Client report…" })).toBeDisabled();
  history.push(`${PLACE}?project=kaffeewerk.example&from=90&to=${at}`);
  await waitFor(() => expect(screen.getByRole("button", { name: "Client report…" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Client report…" }));
  const dialog = await screen.findByRole("dialog", { name: "Client report" });
  expect(within(dialog).getByRole("textbox", { name: "Title" })).toHaveValue("kaffeewerk.example");
  expect(within(dialog).queryByRole("button", { name: /Period/ })).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Export…" }));
  const query = { connection: "c1", project: "kaffeewerk.example", per_page: 25 };
  await waitFor(() =>
    expect(host.requests("client_report_save").map(({ of }) => of)).toEqual([
      { kind: "moments", query, before: { days: 90 }, after: at },
    ]),
  );
});

it("opens from changes and from a list with its filters", async () => {
  const host = new FakeHost({ library: "seeded" });
  const compared = await host.call("moments_compare", usual);
  host.answer("moments_compare", () => compared);
  const { user, history } = await renderApp({ at: "/c/c1/changes?since=7", host });
  await screen.findByRole("grid", { name: "Changes" });
  await chooseInView(user, "Compare moments");
  await waitFor(() => expect(history.location.href).toBe(`${PLACE}?from=7`));
  await user.click(await screen.findByRole("button", { name: /Before/ }));
  await user.click(await screen.findByRole("option", { name: "90 days ago" }));
  await waitFor(() => expect(history.location.href).toBe(`${PLACE}?from=90`));
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(history.location.href).toBe("/c/c1/changes?since=7"));
  history.push("/c/c1/changes?since=7&search=shop&project=fjordbikes.example");
  await screen.findByRole("grid", { name: "Changes" });
  await chooseInView(user, "Compare moments");
  await waitFor(() => expect(history.location.href).toBe(`${PLACE}?project=fjordbikes.example&search=shop&from=7`));
  history.push("/c/c1/reports?result=bad");
  await screen.findByRole("grid", { name: "Reports" });
  await chooseInView(user, "Compare moments");
  await waitFor(() => expect(history.location.href).toBe(`${PLACE}?result=bad`));
  await waitFor(() => expect(host.requests("moments_compare").at(-1)?.query).toMatchObject({ verdict: "bad" }));
});

it("is about all connections, whose names the pages have, and none of which has the last sync", async () => {
  const other: Connection = { ...exampleConnection, id: "c2", name: "Harbor" };
  const host = new FakeHost({ library: "seeded", start: { connections: [exampleConnection, other] } });
  const compared = await host.call("moments_compare", usual);
  const [first] = compared.improved;
  const improved = first ? [first, { ...first, connection: "c2" }] : [];
  host.answer("moments_compare", () => ({ ...compared, improved }));
  const { user, history } = await renderApp({ at: "/moments?from=last_sync&result=bad", host });
  expect(await screen.findByRole("heading", { level: 1, name: "Compare moments" })).toBeVisible();
  await waitFor(() =>
    expect(host.requests("moments_compare").at(-1)).toEqual({
      query: { per_page: 25, verdict: "bad" },
      before: { days: 30 },
    }),
  );
  const pages = within(await screen.findByRole("region", { name: "Got better" })).getAllByRole("link");
  expect(pages[0]).toHaveTextContent(exampleConnection.name);
  expect(pages[1]).toHaveTextContent("Harbor");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: /Before/ }));
  await screen.findByRole("option", { name: "Last session" });
  expect(screen.queryByRole("option", { name: "Last sync" })).toBeNull();
  await user.click(await screen.findByRole("option", { name: "90 days ago" }));
  await waitFor(() => expect(history.location.href).toBe("/moments?result=bad&from=90"));
  const again = within(await screen.findByRole("region", { name: "Got better" })).getAllByRole("link");
  await user.click(again[1] as HTMLElement);
  await waitFor(() => expect(history.location.pathname).toBe(`/c/c2/reports/${first?.id}`));
});

it("opens from the reports of all connections", async () => {
  const { user, history } = await renderApp({ at: "/reports?result=bad", library: "seeded" });
  await screen.findByRole("grid", { name: "Reports" });
  await chooseInView(user, "Compare moments");
  await waitFor(() => expect(history.location.href).toBe("/moments?result=bad"));
});

it("opens from the overview of all connections", async () => {
  const { user, history } = await renderApp({ at: "/overview", library: "seeded" });
  await user.click(await screen.findByRole("button", { name: "Moments" }));
  await user.click(await screen.findByRole("menuitem", { name: "Compare moments" }));
  await waitFor(() => expect(history.location.href).toBe("/moments?from=30"));
});

it("names the last sync as the moment before", async () => {
  const host = new FakeHost({ library: "seeded" });
  const compared = await host.call("moments_compare", usual);
  host.answer("moments_compare", () => compared);
  await renderApp({ at: `${PLACE}?from=last_sync`, host });
  expect(await screen.findByRole("button", { name: /Before/ })).toHaveTextContent("Last sync");
  await waitFor(() => expect(host.requests("moments_compare").at(-1)?.before).toBe("last_sync"));
});

it("offers only later moments after another", async () => {
  const at = (day: number) => `2026-01-${day}T12:00:00.000Z`;
  const moments = [
    { id: "m1", connection: "c1", name: "Relaunch", at: at(11) },
    { id: "m2", connection: "c1", name: "Audit", at: at(26) },
  ];
  const host = new FakeHost({ library: "seeded", start: { preferences: { ...usualPreferences, moments } } });
  const compared = await host.call("moments_compare", usual);
  host.answer("moments_compare", () => ({ ...compared, before: { ...compared.before, at: at(20) } }));
  const { user, history } = await renderApp({ at: `${PLACE}?from=30`, host });
  const offered = async () => {
    await user.click(await screen.findByRole("button", { name: /After/ }));
    return (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  };
  const choose = async (name: string) => user.click(await screen.findByRole("option", { name }));
  expect(await offered()).toEqual(["Now", "Audit", "Relaunch"]);
  await choose("Relaunch");
  await waitFor(() => expect(history.location.search).toContain("to="));
  await user.click(screen.getByRole("button", { name: /Before/ }));
  await choose("7 days ago");
  // The later one would be the earlier now.
  await waitFor(() => expect(history.location.search).toBe("?from=7"));
  expect(await offered()).toEqual(["Now", "Audit"]);
  await choose("Now");
  await user.click(screen.getByRole("button", { name: /Before/ }));
  await choose("Last session");
  await waitFor(() => expect(history.location.search).toBe("?from=last_time"));
  await screen.findByText("Better", { selector: "dt" });
  expect(await offered()).toEqual(["Now", "Audit"]);
});

it("says why it can't be read", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.fail("moments_compare", "library_failed");
  await renderApp({ at: PLACE, host });
  expect(await screen.findByRole("alert")).toHaveAttribute("data-problem", "library_failed");
});
