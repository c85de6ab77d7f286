import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { JsonValue } from "../../../host/contract";
import { seededReports } from "../../../host/fake/data";
import { exampleConnection, FakeHost, otherConnection, usualPreferences } from "../../../host/fake/index";
import { recordedReports } from "../../../host/fake/recorded";
import { checkName, loadGuide } from "../../../shared/checks/guide";
import { expectAccessible } from "../../../test/axe";
import { renderApp } from "../../../test/render";
import { applyStyles } from "../../../test/styles";

const connection = "c1";

/** A host with many snapshots of a report, with its id and snapshots. */
async function withPast(options: ConstructorParameters<typeof FakeHost>[0] = {}) {
  const reports = recordedReports();
  const host = new FakeHost({ library: "seeded", reports, ...options });
  const id = reports[0]?.row.id ?? "";
  const { snapshots, reasons } = await host.call("report_history", { connection, id });
  expect(snapshots.length).toBeGreaterThanOrEqual(5);
  return { host, id, snapshots, reasons };
}

async function open(host: FakeHost, id: string, search = "?per_page=10&part=history") {
  const app = await renderApp({ at: `/c/c1/reports/${id}${search}`, host });
  const panel = within(await screen.findByRole("complementary", { name: "Report" }));
  return { ...app, panel };
}

/** Opens the comparison of the last two states. */
async function compare(host: FakeHost, id: string) {
  const { panel, user } = await open(host, id);
  await user.click(await panel.findByRole("button", { name: "Compare" }));
  return { panel, user, items: await panel.findAllByRole("listitem") };
}

it("keeps the number of snapshots in a line, and the buttons together", async () => {
  applyStyles("features/reports/history/HistoryTab.module.css");
  const { host, id, snapshots } = await withPast();
  const { panel } = await open(host, id);
  const title = await panel.findByRole("heading", { name: `${snapshots.length} snapshots` });
  expect(getComputedStyle(title).whiteSpace).toBe("nowrap");
  expect(getComputedStyle(title.parentElement as HTMLElement).flexWrap).toBe("wrap");
  const [compare, exporting] = ["Compare", "Export…"].map((name) => panel.getByRole("button", { name }));
  expect(compare?.parentElement).toBe(exporting?.parentElement);
});

it("shows each time that the report was another, with the score over time", async () => {
  const { host, id, snapshots, reasons } = await withPast();
  const { panel, user, history } = await open(host, id, "?per_page=10");
  await user.click(await panel.findByRole("tab", { name: "History" }));
  expect(history.location.search).toBe("?per_page=10&part=history");
  const heading = await panel.findByRole("heading", { name: `${snapshots.length} snapshots` });
  expect(heading).toBeVisible();
  const entries = panel.getAllByRole("listitem");
  expect(entries).toHaveLength(snapshots.length);
  expect(entries.at(-1)).toHaveTextContent("First snapshot");
  expect(entries[0]).toHaveTextContent(new RegExp(`${snapshots[0]?.failed} checks? failed`));
  const guide = await loadGuide("en");
  for (const { after, broke, fixed } of reasons) {
    const entry = entries[snapshots.findIndex(({ number }) => number === after)];
    if (broke.first[0]) expect(entry).toHaveTextContent(`Broke ${checkName(guide, broke.first[0].name)}`);
    if (fixed.first[0]) expect(entry).toHaveTextContent(`Fixed ${checkName(guide, fixed.first[0].name)}`);
  }

  // The chart is one tab stop, and its marks link to the changes.
  const course = panel.getByRole("group", { name: "Score over time" });
  expect(course.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const chart = within(course);
  const [first, last] = [snapshots.at(-1)?.row.score ?? 0, snapshots[0]?.row.score ?? 0];
  const way = last > first ? "Up" : "Down";
  expect(chart.getByText(new RegExp(`^${way} ${Math.abs(last - first)} points? since `))).toBeVisible();
  const marks = chart.getAllByRole("link");
  expect(marks).toHaveLength(snapshots.length);
  expect(marks.filter((mark) => mark.getAttribute("tabindex") === "0")).toHaveLength(1);
  await expectAccessible();
  marks[0]?.focus();
  await user.keyboard("{End}");
  expect(marks.at(-1)).toHaveFocus();
  expect(marks.at(-1)).toHaveAccessibleName(new RegExp(`score ${snapshots[0]?.row.score}`));
  await user.keyboard("{Enter}");
  expect(await panel.findByRole("heading", { name: "What changed" })).toBeVisible();
  expect(history.location.search).toContain(`after=${snapshots[0]?.number}`);
});

it("says in two lines of a snapshot all that changed, its day apart from its time", async () => {
  applyStyles("features/reports/history/Timeline.module.css");
  const { host, id } = await withPast();
  const checks = (name: string) => ({ first: [{ name, importance: null }], count: 1 });
  host.change("report_history", (history) => {
    const [latest, before] = history.snapshots
      .slice(0, 2)
      .map((each) => ({ ...each, seen_at: "2026-02-03T10:00:00Z" }));
    if (!latest || !before) throw new Error("too few snapshots");
    const reasons = { broke: checks("title"), fixed: checks("sitemap"), changed: checks("headings") };
    return {
      ...history,
      snapshots: [
        { ...latest, seen_at: "2026-02-03T10:05:00Z", row: { ...latest.row, verdict: "bad", privacy: "private" } },
        { ...before, row: { ...before.row, verdict: "good", privacy: "public" } },
      ],
      reasons: [{ before: before.number, after: latest.number, ...reasons }],
    };
  });
  const { panel } = await open(host, id);
  const [entry] = await panel.findAllByRole("listitem");
  const words = entry?.querySelector("button > :nth-child(2)");
  const lines = [...(words?.children ?? [])].map((line) => line.textContent);
  expect(lines).toEqual([expect.stringMatching(/failed · Changed: privacy/), "Broke Title · Fixed Sitemap"]);
  const time = entry?.querySelector("time") as HTMLElement;
  expect(getComputedStyle(time).minWidth).toBe("4rem");
  expect(getComputedStyle(time.firstElementChild as HTMLElement).display).toBe("block");
});

it.each([
  ["none of a single check whose report only changed in its privacy", "2026-02-03T10:00:00Z", false],
  ["one of two checks with the same score", "2026-02-02T10:00:00Z", true],
])("draws the course of scores in the head, %s", async (_, earlier, isDrawn) => {
  const { host, id } = await withPast();
  host.change("report_history", (history) => {
    const generated = ["2026-02-03T10:00:00Z", earlier];
    const snapshots = history.snapshots.slice(0, 2).map((each, at) => ({
      ...each,
      row: { ...each.row, score: 60, generated_at: generated[at] ?? null, privacy: at ? "public" : "private" } as const,
    }));
    return { ...history, snapshots };
  });
  const { panel } = await open(host, id);
  await panel.findByRole("heading", { name: "2 snapshots" });
  expect(document.querySelector(".standing svg[data-flat]") !== null).toBe(isDrawn);
});

it("counts from the time where the history starts today", async () => {
  const { host, id } = await withPast();
  const now = Date.now();
  host.change("report_history", (history) => ({
    ...history,
    snapshots: history.snapshots
      .slice(0, 2)
      .map((each, at) => ({ ...each, seen_at: new Date(now - at * 1000).toISOString() })),
  }));
  const { panel } = await open(host, id);
  const chart = within(await panel.findByRole("group", { name: "Score over time" }));
  expect(chart.getByText("Now")).toBeVisible();
  expect(chart.getByText(/since \d+:\d\d [AP]M$/)).toBeVisible();
});

it("tells the bad scores of the chart from others where the system has few colors", async () => {
  applyStyles("features/reports/history/ScoreChart.module.css");
  const sheet = document.head.lastElementChild as Element;
  sheet.textContent = sheet.textContent.replace("(forced-colors: active)", "screen");
  const { host, id } = await withPast();
  host.change("report_history", (history) => ({
    ...history,
    snapshots: history.snapshots.map((each, at) => ({
      ...each,
      row: { ...each.row, verdict: (["good", "decent", "bad"] as const)[at % 3] ?? null },
    })),
  }));
  const { panel } = await open(host, id);
  const chart = await panel.findByRole("group", { name: "Score over time" });
  const [good, decent, bad] = ["good", "decent", "bad"].map((verdict) => {
    const dot = chart.querySelector(`circle[data-verdict="${verdict}"]`) as Element;
    return getComputedStyle(dot).getPropertyValue("fill");
  });
  expect(decent).toBe(good);
  expect(bad).not.toBe(good);
});

it.each([
  [25, 32, ["Decent", "Bad"]],
  [52, 60, ["Good", "Decent"]],
  [91, 96, ["Good", "Decent"]],
] as const)("shows how far the next verdict is from scores of %i to %i", async (low, high, verdicts) => {
  const { host, id } = await withPast();
  host.change("report_history", (history) => ({
    ...history,
    snapshots: history.snapshots.map((each, at) => ({ ...each, row: { ...each.row, score: at % 2 ? low : high } })),
  }));
  const { panel } = await open(host, id);
  const chart = within(await panel.findByRole("group", { name: "Score over time" }));
  expect(["Good", "Decent", "Bad"].filter((name) => chart.queryByText(name))).toEqual(verdicts);
});

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString();

it.each([
  [25, 32],
  [0, 40],
  [96, 100],
] as const)("prints no score of %i to %i on its step", async (low, high) => {
  const { host, id } = await withPast();
  host.change("report_history", (history) => ({
    ...history,
    snapshots: history.snapshots.slice(0, 4).map((each, at) => ({
      ...each,
      seen_at: daysAgo(10 + at * 10),
      row: { ...each.row, score: at % 2 ? low : high },
    })),
  }));
  const { panel } = await open(host, id);
  const chart = within(await panel.findByRole("group", { name: "Score over time" }));
  const marks = chart.getAllByRole("link");
  const number = (at: number, part: string, name: string) =>
    Number(marks[at]?.querySelector(part)?.getAttribute(name) ?? Number.NaN);
  // The last score is at the end of the chart.
  for (const at of [1, 2]) {
    const [dot, from] = [number(at, "circle", "cy"), number(at - 1, "circle", "cy")];
    const isWhereItCame = number(at, "text", "y") < dot === from < dot;
    expect(isWhereItCame && number(at, "text", "x") === number(at, "circle", "cx")).toBe(false);
    expect(number(at, "text", "y")).toBeGreaterThan(0);
  }
});

it("prints each score that has room beside its line, however near the next one is", async () => {
  const { host, id } = await withPast();
  const states = [
    [3.1, 29],
    [5.1, 25],
    [5.8, 32],
    [9.9, 25],
    [10, 25],
  ] as const;
  host.change("report_history", (history) => ({
    ...history,
    snapshots: history.snapshots.slice(0, 5).map((each, at) => {
      const [days, score] = states[at] ?? [0, 0];
      return { ...each, seen_at: daysAgo(days), row: { ...each.row, score } };
    }),
  }));
  const { panel } = await open(host, id);
  const chart = within(await panel.findByRole("group", { name: "Score over time" }));
  const printed = chart.getAllByRole("link").map((mark) => mark.textContent);
  // The second would cover the first; the last one is at the end of the chart.
  expect(printed).toEqual(["25", "", "32", "25", ""]);
});

it("prints the names of verdicts apart from the first score and the line", async () => {
  const { host, id } = await withPast();
  host.change("report_history", (history) => ({
    ...history,
    snapshots: history.snapshots.slice(0, 2).map((each, at) => ({
      ...each,
      seen_at: daysAgo(at * 10),
      row: { ...each.row, score: at ? 74 : 93 },
    })),
  }));
  const { panel } = await open(host, id);
  const chart = within(await panel.findByRole("group", { name: "Score over time" }));
  const heightOf = (text: string) => Number(chart.getByText(text).getAttribute("y"));
  const dot = Number(chart.getAllByRole("link")[0]?.querySelector("circle")?.getAttribute("cy"));
  expect(Math.abs(heightOf("Decent") - heightOf("74"))).toBeGreaterThanOrEqual(12);
  // Half the height of letters is above the baseline.
  expect(Math.abs(heightOf("Decent") - 4 - dot)).toBeGreaterThanOrEqual(10);
});

it("names the checks that differ in the window's language", async () => {
  const preferences = { ...usualPreferences, language: "de" } as const;
  const { host, id, reasons } = await withPast({ start: { preferences } });
  const guide = await loadGuide("de");
  const named = reasons.map(({ broke, fixed }) => broke.first[0] ?? fixed.first[0]);
  const known = named.find((check) => check && guide.has(check.name))?.name ?? "";
  await renderApp({ at: `/c/c1/reports/${id}?part=history`, host });
  const panel = within(await screen.findByRole("complementary"));
  expect((await panel.findAllByText(new RegExp(checkName(guide, known))))[0]).toBeVisible();
});

it.each([
  [720, "grid"],
  [400, "block"],
])("shows in %d pixels what was found in a %s, however wide the window is", async (width, display) => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, width, 500));
  applyStyles("features/reports/history/CheckChangeItem.module.css");
  const { host, id } = await withPast();
  const { panel, user } = await open(host, id);
  await user.click(await panel.findByRole("button", { name: "Compare" }));
  await panel.findAllByRole("listitem");
  const found = panel.getByRole("tabpanel").querySelector(".lines") as HTMLElement;
  expect(getComputedStyle(found).display).toBe(display);
});

it("compares any two snapshots, and keeps that in the address", async () => {
  const { host, id, snapshots } = await withPast();
  const [latest, beforeLatest, oldest] = [snapshots[0], snapshots[1], snapshots.at(-1)];
  const { panel, user, history } = await open(host, id);
  await user.click(await panel.findByRole("button", { name: "Compare" }));
  expect(await panel.findByRole("heading", { name: "What changed" })).toHaveFocus();
  await waitFor(() =>
    expect(host.requests("snapshots_compare")).toEqual([
      { connection, id, before: beforeLatest?.number, after: latest?.number },
    ]),
  );

  // The scores are below, and only the choices repeat them.
  const chosen = panel.getByRole("button", { name: /After/ });
  expect(chosen).not.toHaveTextContent(String(latest?.row.score));
  // Only earlier ones can be before, and only later ones after.
  await user.click(panel.getByRole("button", { name: /After/ }));
  expect(await screen.findAllByRole("option")).toHaveLength(1);
  expect(screen.getByRole("option")).toHaveTextContent(new RegExp(`${latest?.row.score}$`));
  await user.keyboard("{Escape}");
  await user.click(panel.getByRole("button", { name: /Before/ }));
  expect(await screen.findAllByRole("option")).toHaveLength(snapshots.length - 1);
  await user.click((await screen.findAllByRole("option")).at(-1) as HTMLElement);
  const comparison = await host.call("snapshots_compare", {
    connection,
    id,
    before: oldest?.number ?? 0,
    after: latest?.number ?? 0,
  });
  const count = (kind: string) => comparison.checks.filter((change) => change.kind === kind).length;
  const broken = count("broken");
  const figure = (name: string) => panel.getByText(name, { selector: "dt" }).nextElementSibling;
  await waitFor(() => expect(figure("Same")).toHaveTextContent(String(comparison.same)));
  expect(figure("Fixed")).toHaveTextContent(String(count("fixed")));
  expect(panel.getAllByRole("listitem")).toHaveLength(comparison.checks.length);
  expect(figure("Broke")).toHaveTextContent(String(broken));
  if (broken > 0) expect(panel.getByRole("heading", { name: `Broke ${broken}` })).toBeVisible();
  expect(panel.getByText("Score", { selector: "dt" }).nextElementSibling).toHaveTextContent(
    new RegExp(`${oldest?.row.score} changed to ${latest?.row.score}`),
  );
  await expectAccessible();

  // Steps through pairs of neighbors.
  await user.click(panel.getByRole("button", { name: "Earlier change" }));
  await waitFor(() =>
    expect(history.location.search).toContain(`before=${snapshots[2]?.number}&after=${beforeLatest?.number}`),
  );
  await user.click(panel.getByRole("button", { name: "Later change" }));
  await waitFor(() =>
    expect(history.location.search).toContain(`before=${beforeLatest?.number}&after=${latest?.number}`),
  );
  expect(panel.getByRole("button", { name: "Later change" })).toBeDisabled();

  await user.click(panel.getByRole("button", { name: "Back to history" }));
  expect(await panel.findByRole("heading", { name: `${snapshots.length} snapshots` })).toHaveFocus();
  history.back();
  expect(await panel.findByRole("heading", { name: "What changed" })).toBeVisible();
  expect(history.location.search).toContain(`before=${beforeLatest?.number}`);
});

it("shows the values that differ, as they were and as they became", async () => {
  const { host, id } = await withPast();
  host.change("snapshots_compare", (comparison) => ({
    ...comparison,
    same: 28,
    checks: [
      {
        name: "load_time",
        kind: "changed",
        before: { name: "load_time", passed: true, importance: "medium", value: 1.8, errors: null, other: {} },
        after: { name: "load_time", passed: true, importance: "medium", value: 2.4, errors: null, other: {} },
        values: [{ path: "", before: 1.8, after: 2.4 }],
      },
      {
        name: "headings",
        kind: "broken",
        before: { name: "headings", passed: true, importance: "high", value: {}, errors: null, other: {} },
        after: {
          name: "headings",
          passed: false,
          importance: "high",
          value: {},
          errors: { too_many: { h1: 2 } },
          other: {},
        },
        values: [
          { path: "h1[1]", before: null, after: "Trail running" },
          { path: "h2", before: { min: 2, max: 5 }, after: Array.from({ length: 30 }, (_, n) => ({ text: `H${n}` })) },
        ],
      },
      {
        name: "flash",
        kind: "removed",
        before: { name: "flash", passed: true, importance: "low", value: "none", errors: null, other: {} },
        after: null,
        values: [],
      },
    ],
  }));
  const { panel, user, items } = await compare(host, id);
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^HighMore than one H1 headingBefore: H1: NoneNow: H1: Trail runningBefore: H2Now: H2$/),
    expect.stringMatching(/^MediumLoad timeBefore: 1\.8 sNow: 2\.4 s$/),
    expect.stringMatching(/^LowFlash.*Before: none/),
  ]);
  expect(panel.getByText("Same", { selector: "dt" }).nextElementSibling).toHaveTextContent("28");
  await user.click(panel.getByRole("button", { name: "Now: H2" }));
  expect(panel.getByRole("treegrid", { name: "Service message" })).toBeVisible();
  await expectAccessible();
});

it("says when a state was checked only if its name doesn't", async () => {
  const { host, id } = await withPast();
  const checked = (daysLater: number) =>
    host.change("snapshots_compare", ({ before, after, ...comparison }) => {
      const [one, other] = [before, after].map(({ row, seen_at, ...snapshot }) => {
        const generated_at = new Date(Date.parse(seen_at) - daysLater * 24 * 3600 * 1000).toISOString();
        return { ...snapshot, seen_at, row: { ...row, generated_at } };
      });
      return { ...comparison, before: one ?? before, after: other ?? after };
    });
  checked(0);
  const { panel, user } = await open(host, id);
  await user.click(await panel.findByRole("button", { name: "Compare" }));
  await panel.findByText("Same", { selector: "dt" });
  expect(panel.queryByText("Last checked", { selector: "dt" })).toBeNull();
  checked(3);
  await user.click(panel.getByRole("button", { name: "Earlier change" }));
  expect(await panel.findByText("Last checked", { selector: "dt" })).toBeVisible();
});

it("says a value that broke a check once, in its unit", async () => {
  const { host, id } = await withPast();
  const check = (name: string, value: JsonValue, errors: JsonValue) =>
    ({ name, passed: errors === null, importance: "low", value, errors, other: {} }) as const;
  const emails = ["info@example.org"];
  host.change("snapshots_compare", (comparison) => ({
    ...comparison,
    checks: [
      {
        name: "load_time",
        kind: "broken",
        before: check("load_time", 1.8, null),
        after: check("load_time", 4.8, { too_slow: { max: 2 } }),
        values: [{ path: "", before: 1.8, after: 4.8 }],
      },
      {
        name: "plaintext_email",
        kind: "broken",
        before: check("plaintext_email", [], null),
        after: check("plaintext_email", emails, { found: emails }),
        values: [{ path: "[0]", before: null, after: "info@example.org" }],
      },
      {
        name: "page_size",
        kind: "changed",
        before: check("page_size", 900_000, { too_large: { max: 330_000 } }),
        after: check("page_size", 800_000, { too_large: { max: 330_000 } }),
        values: [{ path: "", before: 900_000, after: 800_000 }],
      },
      {
        name: "missing_page",
        kind: "broken",
        before: check("missing_page", { status: 404 }, null),
        after: check("missing_page", { status: 200 }, { wrong_status: { expected: 404 } }),
        values: [{ path: "status", before: 404, after: 200 }],
      },
      {
        name: "http_requests",
        kind: "fixed",
        before: check("http_requests", { images: 31 }, { too_many: { max: 50 } }),
        after: check("http_requests", { images: 4 }, null),
        values: [{ path: "images", before: 31, after: 4 }],
      },
      {
        name: "sitemap",
        kind: "fixed",
        before: check("sitemap", [], { missing: null }),
        after: check("sitemap", ["/a.xml", "/b.xml"], null),
        values: [
          { path: "[0]", before: null, after: "/a.xml" },
          { path: "[1]", before: null, after: "/b.xml" },
        ],
      },
    ],
  }));
  const { items } = await compare(host, id);
  const said = (value: string) => items.flatMap(({ textContent }) => textContent.split(value).slice(1)).length;
  expect(said("1.8 s")).toBe(1);
  expect(said("4.8 s")).toBe(1);
  expect(said("info@example.org")).toBe(1);
  expect(said("900 KB")).toBe(1);
  expect(said("800 KB")).toBe(1);
  expect(items[2]).toHaveTextContent(/^LowMissing pages don’t return 404Before: Status 404Now: Status 200$/);
  expect(items[3]).toHaveTextContent(/^LowHTTP requestsBefore: Images: 31Now: Images: 4$/);
  expect(items[4]).toHaveTextContent(/^LowSitemapBefore: NoneNow: \/a\.xmlNow: \/b\.xml$/);
});

it("shows a report as it was, and forgets that with the next report", async () => {
  const { host, id, snapshots } = await withPast();
  const { panel, user, history } = await open(host, id);
  const oldest = snapshots.at(-1);
  await user.click((await panel.findAllByRole("button", { name: /^View snapshot from/ })).at(-1) as HTMLElement);
  expect(await panel.findByRole("heading", { name: /^\w{3} \d+, \d{4}, / })).toHaveFocus();
  // The state of today is left out.
  expect(panel.getAllByRole("img", { name: /^(Good|Decent|Bad), \d+$/ })).toHaveLength(1);
  expect(panel.queryByText(/^Checked/)).toBeNull();
  // The heading has its date.
  expect(panel.queryByText(/^as of/)).toBeNull();
  const state = panel.getByText("Snapshot");
  const words = { public: "Public", private: "Private", password: "Password" };
  expect(state.parentElement).toHaveTextContent(words[oldest?.row.privacy ?? "private"]);
  for (const name of ["Recheck", "Share"]) expect(panel.queryByRole("button", { name })).toBeNull();
  await panel.findByRole("searchbox", { name: /^Search \d+ checks$/ });
  const counts = panel.getAllByText(/^\d+ failed$/).map((count) => Number.parseInt(count.textContent ?? "", 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(oldest?.failed);
  expect(panel.getAllByText(String(oldest?.row.score)).length).toBeGreaterThan(0);
  await expectAccessible();
  await user.click(panel.getByRole("button", { name: "More actions" }));
  expect(await screen.findByRole("menuitem", { name: "Copy report ID" })).toBeVisible();
  for (const ofToday of [/^Copy report link/, "Copy as Markdown", /^Print/, "Client report…"]) {
    expect(screen.queryByRole("menuitem", { name: ofToday })).toBeNull();
  }
  await user.keyboard("{Escape}");
  await user.click(panel.getByRole("button", { name: "View current report" }));
  expect(await panel.findByText(/^Checked/)).toBeVisible();
  expect(panel.getByRole("tab", { name: "Checks" })).toHaveAttribute("aria-selected", "true");
  expect(panel.getByRole("heading", { level: 2 })).toHaveFocus();
  history.back();
  await panel.findByRole("heading", { name: /^\w{3} \d+, \d{4}, / });
  history.back();
  expect(await panel.findByRole("heading", { name: /snapshots$/ })).toBeVisible();
  history.forward();
  await panel.findByRole("heading", { name: /^\w{3} \d+, \d{4}, / });
  await user.click(await panel.findByRole("button", { name: "Close report" }));
  await waitFor(() => expect(history.location.href).toBe("/c/c1/reports?per_page=10"));
});

it("begins with what is seen now, and can be taken along", async () => {
  const host = new FakeHost({ reports: seededReports(Date.now(), 3) });
  const id = host.reports.at(-1)?.row.id ?? "";
  const { panel, user } = await open(host, id);
  expect(await panel.findByText("Each time this report changes, a snapshot is saved here.")).toBeVisible();
  expect(panel.getByRole("heading", { name: "1 snapshot" })).toBeVisible();
  expect(panel.queryByText("First snapshot")).toBeNull();
  expect(panel.queryByRole("button", { name: "Compare" })).toBeNull();
  await expectAccessible();
  await user.click(panel.getByRole("button", { name: "Export…" }));
  const dialog = within(await screen.findByRole("dialog"));
  for (const name of ["Failed checks", "Keys of failed checks"]) {
    expect(dialog.getByRole("checkbox", { name })).toBeChecked();
  }
});

it("says why it cannot be shown, and tries again", async () => {
  const { host, id } = await withPast();
  host.fail("report_history", "library_failed");
  const { panel, user } = await open(host, id);
  expect(await panel.findByRole("heading", { name: "Library unavailable" })).toBeVisible();
  await expectAccessible();
  host.heal("report_history");
  await user.click(panel.getByRole("button", { name: "Try again" }));
  expect(await panel.findByRole("heading", { name: /snapshots$/ })).toBeVisible();
});

it("compares two reports, either way", async () => {
  const host = new FakeHost({ library: "seeded", reports: recordedReports() });
  const { user, history } = await renderApp({ at: "/c/c1/compare?before=%22125%22&after=%22200%22", host });
  const { checks, same, after } = await host.call("reports_compare", {
    before: { connection, id: "125" },
    after: { connection, id: "200" },
  });
  expect(await screen.findByRole("heading", { name: "Comparison" })).toBeVisible();
  const figure = async (name: string) => (await screen.findByText(name, { selector: "dt" })).nextElementSibling;
  expect(await figure("Same")).toHaveTextContent(String(same));
  const count = (of: string) => checks.filter(({ kind }) => kind === of).length;
  expect(await figure("Only the second fails")).toHaveTextContent(String(count("broken")));
  expect(await figure("Only the first fails")).toHaveTextContent(String(count("fixed")));
  // Nothing changed: they are two pages.
  expect(screen.queryByText(/^(Broke|Fixed|Changed|Before|After)\b|^Now:|changed to|What changed/)).toBeNull();
  expect(screen.getByRole("link", { name: after.row.address })).toBeVisible();
  // The scores are in the heads of the columns.
  expect(screen.queryByText("Score", { selector: "dt" })).toBeNull();
  const second = screen.getByText("Second", { selector: "dt" }).parentElement as HTMLElement;
  expect(within(second).getByTitle(after.row.address)).toBeVisible();
  expect(within(second).getByRole("img")).toHaveAccessibleName(new RegExp(`, ${after.row.score}$`));
  // Checks are grouped by importance, as in a report.
  const ofHigh = checks.filter(({ kind, after }) => kind === "broken" && after?.importance === "high").length;
  const secondFails = screen.getByRole("heading", { level: 3, name: /^Only the second fails/ })
    .parentElement as HTMLElement;
  expect(within(secondFails).getByRole("heading", { level: 4, name: `High importance ${ofHigh}` })).toBeVisible();
  expect(within(secondFails).queryByText("High")).toBeNull();
  // A failure would contradict the value of a page that passes; the name of the check could contradict none.
  expect(within(secondFails).getByRole("link", { name: "Title" })).toBeVisible();
  expect(within(secondFails).getByRole("link", { name: "Scripts block the page" })).toBeVisible();
  expect(within(secondFails).queryByText(/Title too long|No problem/)).toBeNull();
  // Nothing is said twice: links have the URLs, stamps the verdicts, and hosts are projects.
  for (const name of ["URL", "Verdict", "Project", "Updated"])
    expect(screen.queryByText(name, { selector: "dt" })).toBeNull();
  await expectAccessible();
  host.answer("reports_compare", () => ({ before: after, after, checks: [], same: 7 }));
  await user.click(screen.getByRole("button", { name: "Swap" }));
  await waitFor(() => expect(history.location.search).toBe("?before=%22200%22&after=%22125%22"));
  await waitFor(async () => expect(await figure("Same")).toHaveTextContent("7"));
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
});

it.each([
  ["Only the second fails", "200"],
  ["Only the first fails", "125"],
])("opens the page that fails: %s", async (name, failing) => {
  const host = new FakeHost({ library: "seeded", reports: recordedReports() });
  if (name === "Only the first fails")
    host.change("reports_compare", (comparison) => ({
      ...comparison,
      before: comparison.after,
      after: comparison.before,
      checks: comparison.checks
        .filter(({ kind }) => kind === "broken")
        .map((check) => ({ ...check, kind: "fixed" as const, before: check.after, after: check.before })),
    }));
  const { user, history } = await renderApp({ at: "/c/c1/compare?before=%22125%22&after=%22200%22", host });
  const heading = await screen.findByRole("heading", { level: 3, name: new RegExp(`^${name}`) });
  const checks = within(heading.closest("section") as HTMLElement);
  await user.click(checks.getAllByRole("link")[0] as HTMLElement);
  await waitFor(() => expect(history.location.href).toContain(`/c/c1/reports/${failing}?check=`));
});

it("compares reports of two connections, and names both", async () => {
  const host = new FakeHost({
    library: "seeded",
    reports: recordedReports(),
    start: { connections: [exampleConnection, otherConnection] },
  });
  const [before, after] = [
    { connection, id: "125" },
    { connection, id: "200" },
  ];
  const compared = await host.call("reports_compare", { before, after });
  // Ids are unique only within a service.
  const ofBoth = { ...compared, after: { ...compared.after, row: { ...compared.after.row, id: "125" } } };
  host.answer("reports_compare", () => ofBoth);
  const at = "/compare?before=%22125%22&after=%22125%22&before_in=c1&after_in=c2";
  const { user, history } = await renderApp({ at, host });
  const side = async (name: string) => (await screen.findByText(name, { selector: "dt" })).parentElement;
  expect(await side("First")).toHaveTextContent(exampleConnection.name);
  expect(await side("Second")).toHaveTextContent("Harbour");
  expect(document.title).toBe("Comparison – All connections – Assay");
  expect(host.requests("reports_compare").at(-1)).toEqual({ before, after: { connection: "c2", id: "125" } });
  expect(screen.queryByText("URL", { selector: "dt" })).toBeNull();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Swap" }));
  const swapped = { before: { connection: "c2", id: "125" }, after: before };
  await waitFor(() => expect(host.requests("reports_compare").at(-1)).toEqual(swapped));
  await user.click(screen.getByRole("link", { name: ofBoth.before.row.address }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c2/reports/125"));
});

it("makes a client report of the comparison of two reports", async () => {
  const host = new FakeHost({ library: "seeded", reports: recordedReports() });
  const { user } = await renderApp({ at: "/c/c1/compare?before=%22125%22&after=%22200%22", host });
  const { before, after } = await host.call("reports_compare", {
    before: { connection, id: "125" },
    after: { connection, id: "200" },
  });
  await user.click(await screen.findByRole("button", { name: "Client report…" }));
  const dialog = await screen.findByRole("dialog", { name: "Client report" });
  expect(within(dialog).getByRole("textbox", { name: "Title" })).toHaveValue(
    `${before.row.address} – ${after.row.address}`,
  );
  expect(within(dialog).queryByRole("button", { name: /Period/ })).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Export…" }));
  await waitFor(() =>
    expect(host.requests("client_report_save").map(({ of }) => of)).toEqual([
      { kind: "two_reports", before: { connection, id: "125" }, after: { connection, id: "200" } },
    ]),
  );
});

it("names the moment of a state, and says so where it is compared", async () => {
  const { host, id, snapshots } = await withPast();
  const { panel, user } = await open(host, id);
  await user.click((await panel.findAllByRole("button", { name: /^View snapshot from/ })).at(-1) as HTMLElement);
  await user.click(await panel.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Name this moment…" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Launch");
  await user.click(screen.getByRole("button", { name: "Add moment" }));
  const at = new Date(snapshots.at(-1)?.seen_at ?? 0).toISOString();
  await waitFor(() =>
    expect(host.requests("preferences_save").at(-1)?.moments).toMatchObject([{ name: "Launch", at }]),
  );
  await user.keyboard("{Escape}");
  await user.click(await panel.findByRole("button", { name: "Back to history" }));
  await user.click(await panel.findByRole("button", { name: "Compare" }));
  await user.click(await panel.findByRole("button", { name: /Before/ }));
  expect(await screen.findByRole("option", { name: /· Launch$/ })).toBeVisible();
});

it("has the moments of the report's connection, wherever the report is open", async () => {
  const { id, snapshots } = await withPast();
  const at = new Date(snapshots.at(-1)?.seen_at ?? 0).toISOString();
  const moments = [
    { id: "m1", connection: "c1", name: "Other launch", at },
    { id: "m2", connection: "c2", name: "Launch", at },
  ];
  const connections = [exampleConnection, { ...exampleConnection, id: "c2", name: "Harbour" }];
  const { host } = await withPast({ start: { connections, preferences: { ...usualPreferences, moments } } });
  const { user } = await renderApp({ at: `/reports/c2/${id}?part=history&snapshot=${snapshots.at(-1)?.number}`, host });
  const panel = within(await screen.findByRole("complementary", { name: "Report" }));
  await user.click(await panel.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Name this moment…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Moments" }));
  expect(dialog.getAllByRole("listitem").map((each) => each.textContent)).toEqual([expect.stringMatching(/^Launch/)]);
  expect(dialog.queryByRole("button", { name: /Connection/ })).toBeNull();
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "Relaunch");
  await user.click(dialog.getByRole("button", { name: "Add moment" }));
  const added = { connection: "c2", name: "Relaunch" };
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.moments[2]).toMatchObject(added));
  await user.keyboard("{Escape}");
  await user.click(await panel.findByRole("button", { name: "Back to history" }));
  await user.click(await panel.findByRole("button", { name: "Compare" }));
  await user.click(await panel.findByRole("button", { name: /Before/ }));
  expect(await screen.findByRole("option", { name: /· Launch · Relaunch$/ })).not.toHaveTextContent("Other");
});
