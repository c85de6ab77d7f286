import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Change } from "../../../host/contract";
import { FakeHost } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { chooseInView, entry } from "../../../test/menus";
import { atRecordedTime } from "../../../test/recorded-time";
import { renderApp } from "../../../test/render";
import { readChangesSearch } from "./changes-search";

const PLACE = "/c/c1/changes";

atRecordedTime();

async function start(at = PLACE, prepare: (host: FakeHost) => void = () => {}) {
  const host = new FakeHost({ library: "seeded" });
  prepare(host);
  const app = await renderApp({ at, host });
  await screen.findByRole("grid", { name: "Changes" });
  const list = (change: Change, days: number) =>
    host.call("library_list", {
      connection: "c1",
      changed: { change, since: { days } },
      sort_by: change === "new" ? "created" : "changed",
      per_page: 25,
    });
  return { ...app, host, list };
}

const table = () => within(screen.getByRole("grid", { name: "Changes" }));
const rows = () => table().getAllByRole("row").slice(1);
const choice = (name: string | RegExp) => screen.getByRole("radio", { name });

it("shows what got worse, before and after, and opens a report with its past", async () => {
  const { user, host, history, list } = await start(`${PLACE}?since=30`);
  const counts = await host.call("changes_count", { connection: "c1", since: { days: 30 } });
  const { rows: expected } = await list("worse", 30);
  expect(expected.length).toBeGreaterThan(0);
  expect(choice(`Worse: ${counts.worse}`)).toBeChecked();
  expect(choice("30 days")).toBeChecked();
  await expectAccessible();

  expect(rows()).toHaveLength(counts.worse);
  for (const [at, { row, score_before, verdict_before }] of expected.entries()) {
    const shown = within(rows()[at] as HTMLElement);
    expect(shown.getByRole("rowheader")).toHaveTextContent(row.address);
    const [, verdict, score] = [...(rows()[at]?.children ?? [])].map(({ textContent }) => textContent ?? "");
    const [before, after] = [score_before ?? 0, row.score ?? 0].map(Math.round);
    expect(score).toMatch(new RegExp(`^${before}.*${after}.*${(after ?? 0) - (before ?? 0)}$`));
    const words = [verdict_before, row.verdict].filter((word, index, all) => all.indexOf(word) === index);
    expect(verdict?.toLowerCase().match(/good|decent|bad/g)).toEqual(words);
  }

  rows()[0]?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(history.location.href).toBe(`/c/c1/reports/${expected[0]?.row.id}?changed=worse&since=30`),
  );
});

it("shows the other kinds, and since other times", async () => {
  const { user, host, history, list } = await start(`${PLACE}?since=30`);
  const counts = await host.call("changes_count", { connection: "c1", since: { days: 30 } });
  for (const [word, change] of [
    ["Better", "better"],
    ["New", "new"],
    ["Removed", "gone"],
  ] as const) {
    await user.click(choice(`${word}: ${counts[change]}`));
    await waitFor(() => expect(history.location.href).toBe(`${PLACE}?since=30&change=${change}`));
    const { rows: known } = await list(change, 30);
    await waitFor(() => expect(rows()[0]?.textContent).toContain(known[0]?.row.address.split("/")[0]));
    await waitFor(() =>
      expect(screen.getByText(new RegExp(`^${word}: ${counts[change]} reports?$`))).toBeInTheDocument(),
    );
  }
  await user.click(choice("7 days"));
  await waitFor(() => expect(host.requests("changes_count").at(-1)?.since).toEqual({ days: 7 }));
  await user.click(choice("Last session"));
  await waitFor(() =>
    expect(host.requests("library_list").at(-1)?.changed).toEqual({ change: "gone", since: "last_time" }),
  );
});

it("says nothing of another kind before that was read", async () => {
  const { user, host } = await start(`${PLACE}?since=30`);
  const [before] = rows();
  const answer = host.hold("library_list");
  await user.click(choice(/^New/));
  await waitFor(() => expect(choice(/^New/)).toBeChecked());
  expect(before).toBeVisible();
  expect(screen.queryByText(/^New: \d+ reports?$/)).toBeNull();
  await chooseInView(user);
  expect(await entry("Export…")).toHaveAttribute("aria-disabled", "true");
  answer();
  expect(await screen.findByText(/^New: \d+ reports?$/)).toBeInTheDocument();
  await waitFor(async () => expect(await entry("Export…")).not.toHaveAttribute("aria-disabled"));
});

it("says that nothing changed so, and that there was no last time", async () => {
  const { user, host } = await start(PLACE, (host) =>
    host.change("library_list", (page) => ({ ...page, rows: [], total: 0 })),
  );
  expect(table().getByRole("heading", { name: "No changes" })).toBeVisible();
  await expectAccessible();
  host.change("changes_count", (counts) => ({ ...counts, since: null }));
  host.tell({ kind: "library" });
  await user.click(await table().findByRole("button", { name: "Show last 7 days" }));
  expect(choice("7 days")).toBeChecked();
});

it("goes back any number of days, and turns pages", async () => {
  const { user, host, history } = await start(`${PLACE}?since=365&change=new&per_page=10`);
  expect(choice("365 days")).toBeChecked();
  await user.click(await screen.findByRole("button", { name: "Next page" }));
  await waitFor(() => expect(history.location.href).toBe(`${PLACE}?since=365&change=new&per_page=10&page=2`));
  await waitFor(() => expect(host.requests("library_list").at(-1)).toMatchObject({ page: 2, per_page: 10 }));
  expect(await screen.findByText(/^11–20 of/)).toBeVisible();
});

it("says why the library cannot be read", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.fail("library_list", "library_failed");
  const { user } = await renderApp({ at: PLACE, host });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveAttribute("data-problem", "library_failed");
  host.heal("library_list");
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("grid", { name: "Changes" })).toBeVisible();
});

it.each([
  [
    { since: "last_time", change: "gone" },
    { since: "last_time", change: "gone" },
  ],
  [
    { since: 12, per_page: 50, page: 3 },
    { since: 12, per_page: 50, page: 3 },
  ],
  [{ since: 0, change: "other", page: 1 }, {}],
  [{ since: 3651 }, {}],
  [{ since: 1.5 }, {}],
  [{ since: "7" }, {}],
])("reads %j from the address as %j", (raw, read) => {
  expect(readChangesSearch(raw)).toEqual(read);
});
