import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeHost, usualPreferences } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { choose } from "../../../test/menu";
import { atRecordedTime } from "../../../test/recorded-time";
import { renderApp } from "../../../test/render";

const PROJECT = "fjordbikes.example";
const PLACE = `/c/c1/projects/${PROJECT}`;

atRecordedTime();

async function synced(): Promise<FakeHost> {
  const host = new FakeHost({ library: "seeded" });
  // The sample service, which was recorded, has other projects.
  const fixes = await host.call("fix_list", { connection: "c1", per_page: 10 });
  host.answer("fix_list", () => fixes);
  return host;
}

async function start(at = PLACE, given?: FakeHost) {
  const host = given ?? (await synced());
  const app = await renderApp({ at, host });
  await screen.findByRole("heading", { level: 1, name: PROJECT });
  const summaryOf = async () => {
    const query = { connection: "c1", projects: [PROJECT], days: 90, stale_days: usualPreferences.stale_days };
    const [summary] = await host.call("project_summaries", query);
    if (!summary) throw new Error("no summary");
    return summary;
  };
  return { ...app, host, summaryOf };
}

const hrefOf = (link: HTMLElement) => link.getAttribute("href");

const tabs = () => within(screen.getByRole("navigation", { name: "Project" }));

describe("a project's overview", () => {
  it("says how it stands, and what to do first", async () => {
    const { host, summaryOf } = await start();
    const { reports, verdicts, mean_score } = await summaryOf();
    await waitFor(() => expect(tabs().getByText("Reports").parentElement).toHaveTextContent(`Reports ${reports}`));
    const average = within(screen.getByRole("region", { name: "Average score" }));
    expect(average.getAllByText(String(Math.round(mean_score ?? 0)))[0]).toBeVisible();
    expect(await average.findByRole("group", { name: /^Average score since/ })).toBeVisible();
    expect(average.getByText("Last 90 days")).toBeVisible();
    expect(average.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      `${verdicts.good} good`,
      `${verdicts.decent} decent`,
      `${verdicts.bad} bad`,
    ]);
    const { checks } = await host.call("fix_list", { connection: "c1", project: PROJECT, per_page: 10 });
    await waitFor(() =>
      expect(tabs().getByText("Fix list").parentElement).toHaveTextContent(`Fix list ${checks.length}`),
    );
    // The tabs say both numbers.
    expect(screen.queryByText(`${reports} reports`)).toBeNull();
    expect(screen.queryByText(`${checks.length} failing checks`)).toBeNull();
    const lowest = await host.call("library_list", {
      connection: "c1",
      project: PROJECT,
      sort_by: "score",
      sort: "asc",
      per_page: 10,
    });
    const section = within(screen.getByRole("heading", { name: "Lowest scores" }).closest("section") as HTMLElement);
    await waitFor(() => expect(section.getAllByRole("listitem")).toHaveLength(Math.min(5, lowest.total)));
    const ids = lowest.rows.slice(0, 5).map(({ row }) => row.id);
    const trends = await host.call("library_trends", { connection: "c1", ids });
    const failed = ids.map((id) => trends.find((trend) => trend.id === id)?.failed);
    const texts = failed.map((count) => (count === 1 ? "1 check failed" : `${count} checks failed`));
    await waitFor(() => expect(section.getAllByText(/checks? failed$/).map((one) => one.textContent)).toEqual(texts));
    expect(section.getByText("Failed")).toBeInTheDocument();
    await expectAccessible();
  });

  it("compares no scores of a single report", async () => {
    const host = await synced();
    host.change("project_summaries", (summaries) => summaries.map((each) => ({ ...each, reports: 1 })));
    await start(PLACE, host);
    expect(await screen.findByRole("heading", { name: "Got worse" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Lowest scores" })).toBeNull();
  });

  it("leads from each day of its chart to the project's changes since then", async () => {
    const { user, history } = await start();
    const chart = await screen.findByRole("group", { name: /^Average score since/ });
    await user.click(within(chart).getAllByRole("link").at(-2) as HTMLElement);
    await waitFor(() => expect(history.location.href).toBe(`${PLACE}/changes?since=3`));
  });

  it("leads to the project's reports, fixes, and changes", async () => {
    const given = await synced();
    // Of another project, but with reasons.
    const worse = await given.call("library_list", {
      connection: "c1",
      changed: { change: "worse", since: { days: 30 } },
      sort_by: "fall",
      per_page: 10,
    });
    given.answer("library_list", () => worse);
    const { rows } = worse;
    const { host, summaryOf } = await start(PLACE, given);
    const part = async (name: string) => within(await screen.findByRole("region", { name }));
    const linksOf = async (name: string) => {
      const items = await (await part(name)).findAllByRole("listitem");
      return items.map((item) => hrefOf(within(item).getByRole("link")));
    };
    const { checks } = await host.call("fix_list", { connection: "c1", project: PROJECT, per_page: 10 });
    expect(await linksOf("Fix first")).toEqual(
      checks.slice(0, 5).map(({ name }) => `${PLACE}/reports?failing=${encodeURIComponent(name)}`),
    );
    expect(hrefOf((await part("Fix first")).getByRole("link", { name: "View fix list" }))).toBe(`${PLACE}/fix-list`);
    expect(rows.some(({ change }) => change?.reasons)).toBe(true);
    expect(await linksOf("Got worse")).toEqual(
      rows.slice(0, 5).map(({ row, change }) => {
        const { before, after } = change?.reasons ?? {};
        const compared = change?.reasons ? `&part=history&before=${before}&after=${after}` : "";
        return `${PLACE}/reports/${row.id}?changed=worse&since=90${compared}`;
      }),
    );
    expect((await part("Got worse")).getAllByText("Broke")[0]).toBeVisible();
    expect(hrefOf((await part("Got worse")).getByRole("link", { name: "View all changes" }))).toBe(
      `${PLACE}/changes?since=90`,
    );
    const { stale } = await summaryOf();
    expect(stale).toBeGreaterThan(0);
    expect(hrefOf(screen.getByRole("link", { name: `${stale} stale` }))).toBe(
      `${PLACE}/reports?stale_days=${usualPreferences.stale_days}`,
    );
  });

  it("leads to a report beside the project's reports, and back", async () => {
    const { user, history } = await start();
    const section = within(
      (await screen.findByRole("heading", { name: "Lowest scores" })).closest("section") as HTMLElement,
    );
    const [first] = await section.findAllByRole("listitem");
    await user.click(within(first as HTMLElement).getByRole("link"));
    await waitFor(() => expect(history.location.pathname).toMatch(new RegExp(`^${PLACE}/reports/\\d+$`)));
    expect(await screen.findByRole("complementary", { name: "Report" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: PROJECT })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Close report" }));
    await waitFor(() => expect(history.location.pathname).toBe(`${PLACE}/reports`));
    history.back();
    history.back();
    expect(await screen.findByRole("heading", { name: "Lowest scores" })).toBeVisible();
  });

  it("says that nothing was synced", async () => {
    const { user, host } = await start(PLACE, new FakeHost());
    expect(await screen.findByText("Nothing synced yet")).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Sync all reports" }));
    await waitFor(() => expect(host.requests("sync_start")).toEqual([{ connection: "c1", kind: "full" }]));
  });

  it("says why it can't be read", async () => {
    const host = await synced();
    host.fail("project_summaries", "library_failed");
    const { user } = await start(PLACE, host);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveAttribute("data-problem", "library_failed");
    host.heal("project_summaries");
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Lowest scores" })).toBeVisible();
  });
});

describe("a project's tabs", () => {
  it("are its reports, fixes, and changes alone", async () => {
    const { user, host, history } = await start();
    await user.click(tabs().getByRole("link", { name: /^Reports/ }));
    await waitFor(() => expect(history.location.href).toBe(`${PLACE}/reports`));
    await waitFor(() => expect(tabs().getByRole("link", { name: /^Reports/ })).toHaveFocus());
    expect(tabs().getByRole("link", { name: /^Reports/ })).toHaveAttribute("aria-current", "page");
    await waitFor(() => expect(host.requests("reports_list").at(-1)?.query.project).toBe(PROJECT));
    expect(await screen.findByRole("grid", { name: "Reports" })).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "Project" })).toBeNull();
    await user.click(screen.getByRole("radio", { name: /^Bad/ }));
    await waitFor(() => expect(history.location.href).toBe(`${PLACE}/reports?result=bad`));
    await waitFor(() =>
      expect(host.requests("reports_list").at(-1)?.query).toMatchObject({ project: PROJECT, result: "bad" }),
    );
    await expectAccessible();

    await user.click(tabs().getByRole("link", { name: /^Fix list/ }));
    await waitFor(() => expect(history.location.href).toBe(`${PLACE}/fix-list`));
    expect(await screen.findByRole("heading", { level: 2, name: /^High importance/ })).toBeVisible();
    expect(host.requests("fix_list").at(-1)).toMatchObject({ project: PROJECT });
    expect(screen.queryByText(`Project: ${PROJECT}`)).toBeNull();

    await user.click(tabs().getByRole("link", { name: "Changes" }));
    await waitFor(() => expect(history.location.href).toBe(`${PLACE}/changes`));
    expect(await screen.findByRole("grid", { name: "Changes" })).toBeVisible();
    await waitFor(() => expect(host.requests("library_list").at(-1)).toMatchObject({ project: PROJECT }));
    history.back();
    await waitFor(() =>
      expect(tabs().getByRole("link", { name: /^Fix list/ })).toHaveAttribute("aria-current", "page"),
    );
  });

  it("open again where the app was left", async () => {
    const { host, history } = await start();
    history.push(`${PLACE}/reports?result=bad`);
    await waitFor(() => expect(host.requests("preferences_save").at(-1)?.place).toBe(`${PLACE}/reports?result=bad`));
  });
});

describe("what can be done with a project", () => {
  it("a report is created from its menu", async () => {
    const { user } = await start();
    await user.click(screen.getByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: /^New report/ }));
    expect(await screen.findByRole("dialog", { name: "New report" })).toBeVisible();
  });

  const plan = {
    connection: "c1",
    source: { kind: "list", query: { project: PROJECT, per_page: 100 } },
    password: null,
    keep_passwords: false,
  };

  it("rechecks all", async () => {
    const { user, host, history } = await start();
    await user.click(screen.getByRole("button", { name: "Recheck all" }));
    await waitFor(() => expect(history.location.pathname).toMatch(/batches/));
    expect(host.requests("batch_plan")).toEqual([{ ...plan, wish: { kind: "refresh", older_than_days: null } }]);
  });

  it("has in its menu what has no room beside the name", async () => {
    let room = 400;
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => room);
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
      if (!this.querySelector("h1")) return 0;
      const has = (text: string) => Number(this.textContent?.includes(text));
      return 300 + 130 * has("Recheck all") + 140 * has("Client report…");
    });
    const { user, host, history } = await start();
    expect(screen.queryByRole("button", { name: /Recheck all|Client report/ })).toBeNull();
    await choose(user, "More actions", "Client report…");
    expect(await screen.findByRole("dialog", { name: "Client report" })).toBeVisible();
    await user.keyboard("{Escape}");

    room = 500;
    history.push(`${PLACE}/reports`);
    expect(await screen.findByRole("button", { name: "Client report…" })).toBeVisible();
    await choose(user, "More actions", "Recheck all");
    await waitFor(() => expect(host.requests("batch_plan")).toHaveLength(1));
  });

  it("keeps the focus while it plans", async () => {
    const { user, host } = await start();
    const release = host.hold("batch_plan");
    const button = screen.getByRole("button", { name: "Recheck all" });
    await user.click(button);
    expect(await screen.findByText("Building the plan…")).toBeVisible();
    expect(button).toHaveFocus();
    expect(button).toBeEnabled();
    release();
  });

  it("plans nothing while its deletion waits", async () => {
    const { user, host, history } = await start();
    // Slow machines reach the end of the time to undo.
    const release = host.hold("project_delete");
    await choose(user, "More actions", "Delete project…");
    const dialog = within(await screen.findByRole("alertdialog", { name: `Delete ${PROJECT}?` }));
    await user.click(dialog.getByRole("radio", { name: /^All at once/ }));
    await user.type(dialog.getByRole("textbox"), PROJECT);
    await user.click(dialog.getByRole("button", { name: "Delete project" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/projects"));
    history.push(PLACE);
    expect(await screen.findByRole("button", { name: "Recheck all" })).toBeDisabled();
    release();
  });

  it("makes a report for a client", async () => {
    const { user } = await start();
    await user.click(screen.getByRole("button", { name: "Client report…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Client report" }));
    expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue(PROJECT);
  });

  it("makes all private", async () => {
    const { user, host, history } = await start();
    await choose(user, "More actions", "Make all reports private");
    await waitFor(() => expect(history.location.pathname).toMatch(/batches/));
    expect(host.requests("batch_plan")).toEqual([{ ...plan, wish: { kind: "privacy", privacy: "private" } }]);
  });

  it("asks for the name of one with many reports before they are counted", async () => {
    const { user, host, summaryOf } = await start();
    const { reports } = await summaryOf();
    expect(reports).toBeGreaterThan(10);
    await waitFor(() => expect(tabs().getByText("Reports").parentElement).toHaveTextContent(`Reports ${reports}`));
    const release = host.hold("reports_list");
    await choose(user, "More actions", "Delete project…");
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText("Loading reports…")).toBeVisible();
    await user.click(dialog.getByRole("radio", { name: /^All at once/ }));
    expect(dialog.getByRole("textbox")).toBeVisible();
    release();
  });

  it("asks before it deletes", async () => {
    const { user } = await start();
    await choose(user, "More actions", "Delete project…");
    expect(await screen.findByRole("alertdialog", { name: `Delete ${PROJECT}?` })).toBeVisible();
    await expectAccessible();
  });

  it("shows the reports instead of the question", async () => {
    const { user, history } = await start();
    await choose(user, "More actions", "Delete project…");
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.click(await dialog.findByRole("button", { name: "Reports to be deleted" }));
    await user.click(dialog.getByRole("button", { name: "View reports" }));
    await waitFor(() => expect(history.location.pathname).toBe(`${PLACE}/reports`));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await screen.findByRole("grid", { name: "Reports" })).toBeVisible();
  });
});

describe("pages without a report", () => {
  const SITEMAP = `https://${PROJECT}/sitemap.xml`;
  const pages = [`https://${PROJECT}/new`, `https://${PROJECT}/newer`];
  const read_at = new Date(Date.now() - 3 * 24 * 3600 * 1000).toISOString();
  const part = () => screen.findByRole("region", { name: "Pages without a report" });

  it("are told of the project's sitemap, and lead to a new batch", async () => {
    const host = await synced();
    host.sources.missing = { sitemap: SITEMAP, read_at, pages: { [PROJECT]: pages, "other.example": ["x"] } };
    const { user, history } = await start(PLACE, host);
    const missing = within(await part());
    expect(missing.getByText("2 pages without a report")).toBeVisible();
    expect(missing.getByTitle(SITEMAP)).toHaveTextContent(/^Sitemap loaded ./);
    await expectAccessible();
    await user.click(missing.getByRole("button", { name: "Create 2 reports…" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/new"));
    expect(host.requests("sitemap_missing")).toEqual([{ connection: "c1", project: PROJECT }]);
    await waitFor(() =>
      expect(
        screen.getAllByRole("textbox").some((box) => (box as HTMLTextAreaElement).value === pages.join("\n")),
      ).toBe(true),
    );
  });

  it("don't lead to a new batch once the screen was left", async () => {
    const host = await synced();
    host.sources.missing = { sitemap: SITEMAP, read_at, pages: { [PROJECT]: pages } };
    const { user, history } = await start(PLACE, host);
    const release = host.hold("sitemap_missing");
    await user.click(within(await part()).getByRole("button", { name: "Create 2 reports…" }));
    await waitFor(() => expect(host.requests("sitemap_missing")).toHaveLength(1));
    history.push("/c/c1/reports");
    expect(await screen.findByRole("grid", { name: "Reports" })).toBeVisible();
    release();
    await expect(
      waitFor(() => expect(history.location.pathname).not.toBe("/c/c1/reports"), { timeout: 200 }),
    ).rejects.toThrow();
  });

  it("are looked for again in the sitemap by a plan that skips known pages", async () => {
    const host = await synced();
    host.sources.missing = { sitemap: SITEMAP, read_at, pages: { [PROJECT]: [] } };
    const { user, history } = await start(PLACE, host);
    const missing = within(await part());
    expect(missing.getByText("10 pages, which all have a report")).toBeVisible();
    expect(missing.queryByRole("button")).toBeNull();
    await choose(user, "More actions", "Plan from sitemap…");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/1"));
    expect(host.requests("batch_plan")[0]).toMatchObject({
      source: { kind: "sitemap", address: SITEMAP },
      wish: { kind: "create", privacy: "private", known: { kind: "skip" } },
    });
  });

  it("aren't mentioned without a sitemap", async () => {
    await start();
    expect(await screen.findByText("Last 90 days")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Pages without a report" })).toBeNull();
  });
});
