import { screen, within } from "@testing-library/react";
import type { Check, Report } from "../../../host/contract";
import { seededReports } from "../../../host/fake/data";
import { FakeHost } from "../../../host/fake/index";
import { renderApp } from "../../../test/render";

const NONE: Omit<Check, "name" | "passed" | "importance"> = { value: null, errors: null, other: {} };

const checks: Check[] = [
  { ...NONE, name: "title", passed: true, importance: "high", value: "Welcome" },
  { ...NONE, name: "inline_css", passed: false, importance: "low", value: ["a", "b"], errors: { found: ["a", "b"] } },
  { ...NONE, name: "meta_description", passed: false, importance: "high", errors: { missing: null } },
  { ...NONE, name: "new_check", passed: null, importance: null, value: { min: 3, max: 7 } },
  {
    ...NONE,
    name: "structured_data",
    passed: false,
    importance: "medium",
    value: { Organization: { name: "Harbor" } },
    errors: { too_few: { min: 2, count: 1 } },
    other: { hint: "see the manual" },
  },
];

/** A fake with five reports, 4100 to 4104; the third has known checks. */
export function fewReports(): FakeHost {
  const reports = seededReports(Date.now(), 5);
  const third = reports[2] as Report;
  third.checks = checks;
  third.row = { ...third.row, address: "harborcafe.example/menu", score: 38, verdict: "bad", privacy: "private" };
  third.other = { language: "en", owner: { id: 7 } };
  return new FakeHost({ reports });
}

/** Starts the app with a report open, by default the third. */
export async function start(host = fewReports(), id = "4102") {
  const app = await renderApp({ at: `/c/c1/reports/${id}`, host });
  const panel = within(await screen.findByRole("complementary", { name: "Report" }));
  return { ...app, panel };
}
