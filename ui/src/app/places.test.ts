import { expect, it } from "vitest";
import type { Start } from "../host/contract";
import { exampleConnection, FakeHost, usualPreferences } from "../host/fake";
import { connectionOf, firstPlace, isWorthKeeping } from "./places";

async function start(change: Partial<Start>, place: string | null = null): Promise<Start> {
  const preferences = { ...usualPreferences, place };
  return new FakeHost({ start: { preferences, ...change } }).call("app_start", null);
}

it("starts at the welcome without connections, whatever the last place was", async () => {
  expect(firstPlace(await start({ connections: [] }))).toBe("/welcome");
  expect(firstPlace(await start({ connections: [] }, "/c/c1/reports?page=2"))).toBe("/welcome");
});

it("starts where the app was left, filters included", async () => {
  expect(firstPlace(await start({}, "/c/c1/projects?search=shop&page=2"))).toBe("/c/c1/projects?search=shop&page=2");
  expect(firstPlace(await start({}, "/settings"))).toBe("/settings");
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
    expect(firstPlace(await start({}, place)), String(place)).toBe("/c/c1/reports");
  }
});

it("opens the sample workspace when asked to, before everything else", async () => {
  expect(firstPlace(await start({ open_sample: true }, "/settings"))).toBe("/sample");
});

it("encodes the connection in a place and reads it back", async () => {
  const connections = [{ ...exampleConnection, id: "a/b c" }];
  const place = firstPlace(await start({ connections }));
  expect(place).toBe("/c/a%2Fb%20c/reports");
  expect(connectionOf(place)).toBe("a/b c");
});

it("keeps no place that the core would refuse", () => {
  expect(isWorthKeeping("/c/c1/reports/4711?search=x")).toBe(true);
  expect(isWorthKeeping("/c/c1/reportsX")).toBe(false);
  expect(isWorthKeeping("/connections/new")).toBe(true);
  const filler = "/c/c1/reports?search=";
  expect(isWorthKeeping(filler + "ö".repeat((4096 - filler.length) / 2))).toBe(true);
  expect(isWorthKeeping(filler + "ö".repeat((4096 - filler.length) / 2 + 1))).toBe(false);
});
