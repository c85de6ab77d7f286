import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Verdict } from "../../../host/contract";
import { seededReports } from "../../../host/fake/data";
import { FakeHost } from "../../../host/fake/index";
import { renderApp } from "../../../test/render";

const LIST = "/c/c1/reports";

const verdict = (name: string) => screen.getByRole("radio", { name });

/** 12 reports, of which the library knows all. */
function synced(full_at: string | null = new Date().toISOString()) {
  const host = new FakeHost({ library: "seeded", reports: seededReports(Date.now(), 12) });
  host.syncs.set("c1", { completeness: "whole", full_at });
  const of = (wanted: Verdict) => host.reports.filter(({ row }) => row.verdict === wanted).length;
  const verdicts = { good: of("good"), decent: of("decent"), bad: of("bad"), unknown: 0 };
  host.change("overview_read", (answer) => ({ ...answer, verdicts }));
  return { host, verdicts };
}

it("tells with each verdict how many reports have it, by one read of the library", async () => {
  const { host, verdicts } = synced();
  const { user } = await renderApp({ at: LIST, host });
  await waitFor(() => expect(verdict("All")).toHaveAccessibleDescription("12"));
  expect(verdict("Good")).toHaveAccessibleDescription(String(verdicts.good));
  expect(verdict("Bad")).toHaveAccessibleDescription(String(verdicts.bad));
  const { good, decent, bad } = verdicts;
  const foot = `${good} good, ${decent} decent, ${bad} bad`;
  expect(screen.getByText(foot)).toBeVisible();
  await user.click(verdict("Bad"));
  await waitFor(() => expect(host.requests("reports_list").at(-1)?.query.result).toBe("bad"));
  expect(verdict("All")).toHaveAccessibleDescription("12");
  expect(screen.queryByText(foot)).toBeNull();
  expect(host.requests("overview_read")).toHaveLength(1);
  expect(host.requests("reports_list")).toHaveLength(2);
});

it("tells a project's numbers where the list shows that project", async () => {
  const { host } = synced();
  const project = host.reports[0]?.row.project ?? "";
  const of = host.reports.filter(({ row }) => row.project === project);
  host.change("overview_read", (answer) => ({
    ...answer,
    projects: answer.projects.slice(0, 1).map((one) => ({
      ...one,
      project,
      verdicts: { good: 0, decent: of.length, bad: 0, unknown: 0 },
    })),
  }));
  await renderApp({ at: `${LIST}?project=${encodeURIComponent(project)}`, host });
  await waitFor(() => expect(verdict("All")).toHaveAccessibleDescription(String(of.length)));
});

it.each([
  ["a search", "?search=shop"],
  ["a filter", "?privacy=public"],
])("tells no numbers with %s", async (_, search) => {
  const { host } = synced();
  await renderApp({ at: LIST + search, host });
  await screen.findByRole("grid", { name: "Reports" });
  expect(verdict("All")).not.toHaveAccessibleDescription();
  expect(host.requests("overview_read")).toEqual([]);
});

it("tells no numbers before a full sync, or where they differ from the list's", async () => {
  const { host } = synced(null);
  const { unmount } = await renderApp({ at: LIST, host });
  await screen.findByText("12 reports");
  expect(host.requests("overview_read")).toEqual([]);
  unmount();
  const other = synced().host;
  other.change("overview_read", (answer) => ({ ...answer, verdicts: { good: 9, decent: 9, bad: 9, unknown: 0 } }));
  await renderApp({ at: LIST, host: other });
  await waitFor(() => expect(other.requests("overview_read")).toHaveLength(1));
  await screen.findByText("12 reports");
  expect(verdict("All")).not.toHaveAccessibleDescription();
});
