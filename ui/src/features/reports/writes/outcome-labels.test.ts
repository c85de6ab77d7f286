import { i18n } from "@lingui/core";
import { expect, it } from "vitest";
import type { Report, ReportRow, Verdict } from "../../../host/contract";
import { seededReports } from "../../../host/fake/data";
import { recheckSummary } from "./outcome-labels";

const [{ row }] = seededReports(0, 1) as [Report];

const rated = (verdict: Verdict, score: number | null): ReportRow => ({ ...row, verdict, score });

it.each([
  [rated("bad", 38), rated("good", 83), "From bad (38) to good (83)."],
  [rated("good", 99), rated("good", 81), "From 99 to 81."],
  [rated("good", 81), rated("good", 81.2), "Still good (81)."],
  [rated("bad", null), rated("good", null), "From bad to good."],
])("says of a recheck only what is another: %#", (before, after, told) => {
  expect(recheckSummary(i18n, before, after).description).toBe(told);
});
