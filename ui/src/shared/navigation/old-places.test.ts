import { expect, it } from "vitest";
import { renewedPlace } from "./old-places";

it.each([
  ["/library", "/reports"],
  ["/library?verdict=bad&sort_by=score&sort=asc", "/reports?sort_by=score&sort=asc&result=bad"],
  ["/library?sort_by=created&page=2&view=v1", "/reports?sort_by=id&page=2&view=v1"],
  ["/library?sort_by=generated", "/reports?sort_by=generated_at"],
  ["/library?connection=c1&sort_by=address&failing=a%26b", "/c/c1/reports?sort_by=url&failing=a%26b"],
  ["/library?connection=%22404%22&search=%22404%22", "/c/404/reports?search=%22404%22"],
  ["/library/c1/5?changed=worse&since=7", "/reports/c1/5?changed=worse&since=7"],
  ["/library/c1/a%2Fb?connection=c1&selected=%5B%22c1%2F5%22%5D", "/c/c1/reports/a%2Fb"],
  ["/library/c1/5?connection=c2", "/reports/c1/5"],
  ["/library/fix-list?verdict=bad", "/fix-list?result=bad"],
  ["/library/fix-list?connection=c1&importance=high", "/c/c1/fix-list?importance=high"],
  ["/c/c1/fix-list?verdict=decent", "/c/c1/fix-list?result=decent"],
])("leads from %s to %s", (place, renewed) => {
  expect(renewedPlace(place)).toBe(renewed);
});

it.each(["/c/c1/reports?result=bad&sort_by=url", "/reports/c1/5?gone=true", "/libraryX", "/settings?section=about"])(
  "leaves %s as it is",
  (place) => {
    expect(renewedPlace(place)).toBe(place);
  },
);
