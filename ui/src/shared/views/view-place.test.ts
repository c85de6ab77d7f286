import { expect, it } from "vitest";
import { hasReportColumns, placeOfView, placeToKeep } from "./view-place";

it("keeps a list's filters, sort and page size, and nothing that passes", () => {
  expect(
    placeToKeep("/c/c1/reports/17?sort=asc&result=bad&page=3&selected=%5B%221%22%5D&part=details&view=v1", 50),
  ).toBe("/c/c1/reports?per_page=50&result=bad&sort=asc");
  expect(placeToKeep("/reports/c1/17?search=a+b%26c&per_page=10", 50)).toBe("/reports?per_page=10&search=a%20b%26c");
  expect(placeToKeep("/c/c1/fix-list?importance=high", 50)).toBe("/c/c1/fix-list?importance=high");
  expect(placeToKeep("/fix-list", 50)).toBe("/fix-list");
});

it("is the same text for the same view, however its address is written", () => {
  const one = placeToKeep("/reports?changed=worse&since=7", 25);
  expect(placeToKeep("/reports?since=7&per_page=25&changed=worse&view=v2&page=2", 25)).toBe(one);
});

it("is the same text for a view that was kept when the library had a screen of its own", () => {
  expect(placeToKeep("/library/c1/17?search=a+b%26c&per_page=10", 50)).toBe("/reports?per_page=10&search=a%20b%26c");
  expect(placeToKeep("/library?connection=c1&verdict=bad&sort_by=address", 25)).toBe(
    placeToKeep("/c/c1/reports?result=bad&sort_by=url", 25),
  );
  expect(placeToKeep("/library/fix-list", 50)).toBe("/fix-list");
});

it("keeps no other screens", () => {
  for (const place of ["/settings", "/c/c1/projects", "/c/c1/reportsX", "/libraryX", "/c/c1/overview"]) {
    expect(placeToKeep(place, 25), place).toBeNull();
  }
});

it("knows whose columns a place shows, and where a view is opened", () => {
  expect(["/c/c1/reports/5", "/library?x=1", "/reports", "/fix-list", "/c/c1/fix-list"].map(hasReportColumns)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(placeOfView({ id: "v1", place: "/reports" })).toBe("/reports?view=v1");
  expect(placeOfView({ id: "v1", place: "/library" })).toBe("/reports?view=v1");
  expect(placeOfView({ id: "v1", place: "/library?gone=true" })).toBe("/reports?gone=true&view=v1");
});
