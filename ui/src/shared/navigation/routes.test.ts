import { expect, it } from "vitest";
import type { Start } from "../../host/contract";
import { exampleConnection, FakeHost, usualPreferences } from "../../host/fake/index";
import {
  comparisonPath,
  connectionOfPath,
  fixListPath,
  isRestorable,
  projectOfPath,
  projectPath,
  reportPath,
  reportsPath,
  screenOfPath,
  startPath,
  viewOfPath,
} from "./routes";

async function start(change: Partial<Start>, place: string | null = null): Promise<Start> {
  const preferences = { ...usualPreferences, place };
  return new FakeHost({ start: { preferences, ...change } }).call("app_start", null);
}

it("starts at the welcome screen without connections, regardless of the last route", async () => {
  expect(startPath(await start({ connections: [] }))).toBe("/welcome");
  expect(startPath(await start({ connections: [] }, "/c/c1/reports?page=2"))).toBe("/welcome");
});

it("starts where the app was left, filters included", async () => {
  expect(startPath(await start({}, "/c/c1/projects?search=shop&page=2"))).toBe("/c/c1/projects?search=shop&page=2");
  expect(startPath(await start({}, "/settings"))).toBe("/settings");
});

it("starts at the first connection's reports where the last place is of no use", async () => {
  for (const place of [
    null,
    "/welcome",
    "/sample",
    "/c/gone/reports",
    "/c/%E0%A4%A/reports",
    "//evil.example",
    "/c/c1",
  ]) {
    expect(startPath(await start({}, place)), String(place)).toBe("/c/c1/reports");
  }
});

it("opens the sample workspace when asked to, before everything else", async () => {
  expect(startPath(await start({ link: { kind: "sample" } }, "/settings"))).toBe("/sample");
});

it("stays at the route of a reloaded window, unless a link was opened", async () => {
  const link = (connection: string) => ({ kind: "report", report: { connection, id: "17" } }) as const;
  expect(startPath(await start({}, "/settings"), "/c/c1/projects")).toBeNull();
  expect(startPath(await start({ link: link("gone") }, "/settings"), "/c/c1/projects")).toBeNull();
  expect(startPath(await start({ link: link("c1") }, "/settings"), "/c/c1/projects")).toBe("/c/c1/reports/17");
});

it("encodes the connection in a place and reads it back", async () => {
  const connections = [{ ...exampleConnection, id: "a/b c" }];
  const place = startPath(await start({ connections })) ?? "";
  expect(place).toBe("/c/a%2Fb%20c/reports");
  expect(connectionOfPath(place)).toBe("a/b c");
});

it("keeps no place that the core would refuse", () => {
  expect(isRestorable("/c/c1/reports/4711?search=x")).toBe(true);
  expect(isRestorable("/c/c1/reportsX")).toBe(false);
  expect(isRestorable("/connections/new")).toBe(true);
  expect(isRestorable("/moments?from=7")).toBe(true);
  const filler = "/c/c1/reports?search=";
  expect(isRestorable(filler + "ö".repeat((4096 - filler.length) / 2))).toBe(true);
  expect(isRestorable(filler + "ö".repeat((4096 - filler.length) / 2 + 1))).toBe(false);
});

it("writes the questions of lists as the router reads them", () => {
  expect([reportsPath("c1"), reportsPath(null)]).toEqual(["/c/c1/reports", "/reports"]);
  expect(reportsPath("c1", { changed: "worse", since: 7 })).toBe("/c/c1/reports?changed=worse&since=7");
  expect(reportsPath(null, { changed: "new", since: "last_time" })).toBe("/reports?changed=new&since=last_time");
  // Values that look like numbers or keywords stay text.
  expect(reportsPath(null, { search: "404", failing: "a&b" })).toBe("/reports?search=%22404%22&failing=a%26b");
  expect(reportPath("c1", "a/b", { gone: true })).toBe("/c/c1/reports/a%2Fb?gone=true");
  expect(reportPath("c1", "5", { gone: true }, "a/b")).toBe("/c/c1/projects/a%2Fb/reports/5?gone=true");
  expect(comparisonPath("c1", "5", { before: 1, after: 2 }, {}, "p")).toBe(
    "/c/c1/projects/p/reports/5?part=history&before=1&after=2",
  );
  expect(fixListPath("c1", { result: "bad" })).toBe("/c/c1/fix-list?result=bad");
  expect(fixListPath(null)).toBe("/fix-list");
  expect(projectPath("c1", "a/b")).toBe("/c/c1/projects/a%2Fb");
  expect(projectOfPath(projectPath("c1", "a/b", "reports"))).toBe("a/b");
});

it("keeps the places of all connections, and the library's of before, and tells which view is open", () => {
  for (const place of [
    "/c/c1/overview",
    "/c/c1/changes?since=7",
    "/c/c1/fix-list",
    "/c/c1/compare?before=%221%22&after=%222%22",
    "/compare?before=%221%22&after=%222%22&before_in=c1&after_in=c2",
    "/c/c1/projects/fjordbikes.example/reports/5?result=bad",
    "/reports/c1/5?view=v1",
    "/fix-list",
    "/library/c1/5?view=v1",
  ]) {
    expect(isRestorable(place), place).toBe(true);
  }
  expect(isRestorable("/libraryX")).toBe(false);
  expect(viewOfPath("/library/c1/5?view=v1")).toBe("v1");
  expect(viewOfPath("/reports")).toBeUndefined();
});

it.each(["/reports", "/c/c1/reports", "/c/c1/projects/a.example/reports"])(
  "shows reports beside the list %s",
  (list) => {
    expect(screenOfPath(`${list}?search=x`)).toBe(list);
    expect(screenOfPath(`${list}/240?search=x`)).toBe(list);
    expect(screenOfPath("/c/c1/projects/reports/changes")).toBe("/c/c1/projects/reports/changes");
  },
);
