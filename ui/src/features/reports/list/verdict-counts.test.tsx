import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ReportRow, Verdict } from "../../../host/contract";
import { seededReports } from "../../../host/fake/data";
import { FakeHost } from "../../../host/fake/index";
import { chooseInView } from "../../../test/menus";
import { renderApp } from "../../../test/render";

const LIST = "/c/c1/reports";

const verdict = (name: string) => screen.getByRole("radio", { name });

/** 12 reports, of which the library has all. */
function synced(full_at: string | null = new Date().toISOString()) {
  const host = new FakeHost({ library: "seeded", reports: seededReports(Date.now(), 12) });
  host.syncs.set("c1", { completeness: "whole", full_at });
  return host;
}

/** How many reports have each verdict, of those that match. */
function countsOf(host: FakeHost, matches: (row: ReportRow) => boolean = () => true) {
  const rows = host.reports.map(({ row }) => row).filter(matches);
  const of = (wanted: Verdict) => rows.filter(({ verdict: found }) => found === wanted).length;
  return { all: rows.length, good: of("good"), decent: of("decent"), bad: of("bad") };
}

it("tells with each verdict how many reports have it, by one read of the library", async () => {
  const host = synced();
  const { user } = await renderApp({ at: LIST, host });
  await waitFor(() => expect(verdict("All")).toHaveAccessibleDescription("12"));
  const { good, decent, bad } = countsOf(host);
  expect(verdict("Good")).toHaveAccessibleDescription(String(good));
  expect(verdict("Bad")).toHaveAccessibleDescription(String(bad));
  const foot = `${good} good, ${decent} decent, ${bad} bad`;
  expect(screen.getByText(foot)).toBeVisible();
  await user.click(verdict("Bad"));
  await waitFor(() => expect(host.requests("reports_list").at(-1)?.query.result).toBe("bad"));
  expect(verdict("All")).toHaveAccessibleDescription("12");
  expect(screen.queryByText(foot)).toBeNull();
  expect(host.requests("library_counts")).toEqual([[{ connection: "c1", per_page: 10 }]]);
  expect(host.requests("reports_list")).toHaveLength(2);
});

const [{ project: someProject } = { project: null }] = seededReports(Date.now(), 12).map(({ row }) => row);

it.each<[string, string, (row: ReportRow) => boolean]>([
  ["a project", `?project=${someProject}`, ({ project }) => project === someProject],
  ["a search", "?search=shop", ({ address }) => address.includes("shop")],
  ["a filter of the library", "?privacy=public", ({ privacy }) => privacy === "public"],
])("tells the numbers of what is listed with %s", async (_, search, matches) => {
  const host = synced();
  const { all, good } = countsOf(host, matches);
  await renderApp({ at: LIST + search, host });
  await waitFor(() => expect(verdict("All")).toHaveAccessibleDescription(String(all)));
  expect(verdict("Good")).toHaveAccessibleDescription(String(good));
});

it.each(["shown before", "saved"])(
  "still tells the numbers of rows that were %s while the service is out of reach",
  async (of) => {
    const host = synced();
    if (of === "saved") host.fail("reports_list", "unreachable");
    const { user } = await renderApp({ at: LIST, host });
    await screen.findByText("12 reports");
    host.fail("reports_list", "unreachable");
    await chooseInView(user, "Reload list");
    await screen.findByRole("alert");
    const { good, decent, bad } = countsOf(host);
    await waitFor(() => expect(verdict("Good")).toHaveAccessibleDescription(String(good)));
    expect(screen.getByText(`${good} good, ${decent} decent, ${bad} bad`)).toBeVisible();
  },
);

it("tells the numbers of all connections", async () => {
  const host = synced(null);
  await renderApp({ at: "/reports", host });
  await waitFor(() => expect(verdict("Good")).toHaveAccessibleDescription(String(countsOf(host).good)));
});

it("tells no numbers before a full sync, or where they differ from the list's", async () => {
  const host = synced(null);
  const { unmount } = await renderApp({ at: LIST, host });
  await screen.findByText("12 reports");
  expect(host.requests("library_counts")).toEqual([]);
  unmount();
  const other = synced();
  other.change("library_counts", () => [{ kind: "counted", good: 9, decent: 9, bad: 9, unknown: 0 }]);
  await renderApp({ at: LIST, host: other });
  await waitFor(() => expect(other.requests("library_counts")).toHaveLength(1));
  await screen.findByText("12 reports");
  expect(verdict("All")).not.toHaveAccessibleDescription();
});
