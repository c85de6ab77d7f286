import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { exampleConnection, FakeHost } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

const entry = (name: RegExp) => within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name });

it("counts the fix list and the projects of the library before their screens are opened", async () => {
  const host = new FakeHost({ library: "seeded" });
  const { checks } = await host.call("fix_list", { connection: "c1", per_page: 10 });
  const projects = await host.call("library_projects", { connection: "c1", query: { per_page: 10 } });
  host.syncs.set("c1", { completeness: "whole", full_at: new Date().toISOString() });
  await renderApp({ at: "/c/c1/batches", host });
  await waitFor(() => expect(entry(/^Fix list/)).toHaveTextContent(`Fix list ${checks.length}`));
  await waitFor(() => expect(entry(/^Projects/)).toHaveTextContent(`Projects ${projects.total}`));
  expect(host.requests("projects_list")).toEqual([]);
});

it("counts the reports as the list does, also before the library has the newest ones", async () => {
  const host = new FakeHost({ library: "seeded" });
  const { reports } = host;
  host.syncs.set("c1", { total: reports.length - 1 });
  const { history } = await renderApp({ at: "/c/c1/batches", host });
  await waitFor(() => expect(entry(/^Reports/)).toHaveTextContent(`Reports ${reports.length - 1}`));
  act(() => history.push("/c/c1/reports"));
  await waitFor(() => expect(entry(/^Reports/)).toHaveTextContent(`Reports ${reports.length}`));
});

it.each([
  ["/c/c1/compare?before=%22125%22&after=%22200%22", "Reports"],
  ["/compare?before=%22125%22&after=%22200%22&before_in=c1&after_in=c2", "Reports"],
  ["/c/c1/moments?from=30", "Changes"],
  ["/moments?from=30", "Reports"],
  ["/sweep?connection=c1", "Reports"],
  ["/sweep", "Reports"],
])("marks the list as current that %s belongs to: %s", async (at, list) => {
  await renderApp({ at, library: "seeded" });
  await waitFor(() => expect(entry(new RegExp(`^${list}`))).toHaveAttribute("aria-current", "page"));
});

it.each([
  ["/sweep", "/reports"],
  ["/sweep?connection=c1", "/c/c1/reports"],
])("leads at %s to the lists of the connections that it shows", async (at, list) => {
  await renderApp({ at, library: "seeded" });
  await screen.findByRole("heading", { name: "Public reports" });
  expect(entry(/^Reports/)).toHaveAttribute("href", list);
});

it("counts nothing that is not known", async () => {
  await renderApp({ at: "/c/c1/batches" });
  await screen.findByRole("heading", { name: "Batches" });
  expect(entry(/^Fix list/)).toHaveTextContent(/^Fix list\s*$/);
  expect(entry(/^Projects/)).toHaveTextContent(/^Projects\s*$/);
});

it("says that there is no permission, but not of one report, which may be another account's", async () => {
  const host = new FakeHost();
  const status = () => within(screen.getByRole("navigation", { name: "Main" }).parentElement as HTMLElement);
  host.fail("report_read", "forbidden");
  await renderApp({ at: "/c/c1/reports/4102", host });
  const panel = within(await screen.findByRole("complementary", { name: "Report" }));
  await panel.findByText("API key lacks permission");
  expect(await status().findByText("Connected")).toBeVisible();
  cleanup();

  const none = new FakeHost();
  none.fail("reports_list", "forbidden");
  none.fail("report_read", "forbidden");
  const { history } = await renderApp({ at: "/c/c1/reports", host: none });
  expect(await status().findByText("No permission")).toBeVisible();
  act(() => history.push("/c/c1/reports/4102"));
  await waitFor(() => expect(none.requests("report_read")).toHaveLength(1));
  await within(await screen.findByRole("complementary", { name: "Report" })).findByText("API key lacks permission");
  expect(status().getByText("No permission")).toBeVisible();
});

it("scrolls sideways to the current entry", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return this.matches("[aria-current=page]") ? new DOMRect(300, 0, 36, 32) : new DOMRect(50, 0, 200, 32);
  });
  await renderApp({ at: "/c/c1/batches" });
  await screen.findByRole("heading", { name: "Batches" });
  const line = entry(/^Batches/).closest("div");
  await waitFor(() => expect(line?.scrollLeft).toBe(336 - 250 + 40));
});

it.each([
  ["none", 200, 0],
  ["after", 300, 0],
  ["both", 300, 50],
  ["before", 300, 100],
])("marks the line of entries where there are more: %s", async (more, width, scrolled) => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(200);
  vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(width);
  await renderApp({ at: "/c/c1/batches" });
  await screen.findByRole("heading", { name: "Batches" });
  const line = entry(/^Batches/).closest("div") as HTMLElement;
  line.scrollLeft = scrolled;
  fireEvent.scroll(line);
  expect(line).toHaveAttribute("data-more", more);
});

it("marks the line of entries again when they need more room, or others come", async () => {
  const resized = new Map<Element, () => void>();
  vi.spyOn(window, "ResizeObserver").mockImplementation(
    class {
      constructor(private readonly tell: ResizeObserverCallback) {}
      observe(element: Element) {
        resized.set(element, () => this.tell([], this as unknown as ResizeObserver));
      }
      unobserve() {}
      disconnect() {}
    } as unknown as () => ResizeObserver,
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(200);
  const width = vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(200);
  await renderApp({ at: "/c/c1/batches" });
  await screen.findByRole("heading", { name: "Batches" });
  const entries = entry(/^Batches/).closest("ul") as HTMLElement;
  const line = entries.parentElement as HTMLElement;
  expect(line).toHaveAttribute("data-more", "none");
  width.mockReturnValue(300);
  resized.get(entries)?.();
  expect(line).toHaveAttribute("data-more", "after");

  const others = line.appendChild(document.createElement("ul"));
  await waitFor(() => expect(resized.has(others)).toBe(true));
});

it("says in safe mode which screens aren’t available, and why", async () => {
  const { history, user } = await renderApp({ start: { safe_mode: true }, at: "/c/c1/reports" });
  await screen.findByRole("heading", { level: 1, name: "Reports" });
  const bar = within(screen.getByRole("navigation", { name: "Main" }));
  const states = ["Overview", "Reports", "Changes", "Fix list", "Projects", "Batches"].map((name) => {
    const entry = bar.getByRole("link", { name: new RegExp(`^${name}`) });
    return [name, entry.getAttribute("aria-disabled")];
  });
  expect(states).toEqual([
    ["Overview", "true"],
    ["Reports", null],
    ["Changes", "true"],
    ["Fix list", "true"],
    ["Projects", null],
    ["Batches", "true"],
  ]);
  await expectAccessible();
  const batches = bar.getByRole("link", { name: "Batches" });
  await user.click(batches);
  expect(history.location.pathname).toBe("/c/c1/reports");
  await user.keyboard("{Shift>}{Tab}{/Shift}{Tab}");
  expect(batches).toHaveFocus();
  await waitFor(() => expect(batches).toHaveAccessibleDescription("Not available in safe mode"));
});

it("offers to connect a service only while there is none but the sample", async () => {
  const sample = { ...exampleConnection, id: "sample", sample: true };
  await renderApp({ host: new FakeHost({ start: { connections: [sample] } }), at: "/c/sample/reports" });
  expect(await screen.findByRole("button", { name: "Connect your service" })).toBeVisible();
  cleanup();
  await renderApp({
    host: new FakeHost({ start: { connections: [sample, exampleConnection] } }),
    at: "/c/sample/reports",
  });
  await screen.findByRole("heading", { level: 1, name: "Reports" });
  expect(screen.queryByRole("button", { name: "Connect your service" })).toBeNull();
  cleanup();
  // It wouldn't be saved.
  const start = { connections: [sample], safe_mode: true };
  await renderApp({ host: new FakeHost({ start }), at: "/c/sample/reports" });
  await screen.findByRole("heading", { level: 1, name: "Reports" });
  expect(screen.queryByRole("button", { name: "Connect your service" })).toBeNull();
});
