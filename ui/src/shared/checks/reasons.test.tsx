import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ChangedChecks } from "../../host/contract";
import { applyStyles } from "../../test/styles";
import { renderWithTexts } from "../../test/texts";
import { ReasonsText } from "./ReasonsText";

/** The width of a line, where each letter is as wide as 10 pixels. */
let room = 0;

beforeEach(() => {
  applyStyles("shared/checks/ReasonsText.module.css");
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const width = this.className.includes("names") ? room : 10 * (this.textContent?.length ?? 0);
    return { width } as DOMRect;
  });
});

const checks = (count: number): ChangedChecks => ({
  first: ["Alpha", "Beta", "Gamma"].map((name) => ({ name, importance: null })),
  count,
});
const none: ChangedChecks = { first: [], count: 0 };

it.each([
  ["all names where there is room", 3, 180, ["Alpha", "Beta", "Gamma"], null],
  ["whole names, and counts the others", 3, 160, ["Alpha", "Beta"], "+1"],
  ["others with those that have no room", 5, 200, ["Alpha", "Beta"], "+3"],
  ["at least one name", 4, 50, ["Alpha"], "+3"],
])("shows in a line %s", (_, count, width, names, others) => {
  room = width;
  const reasons = { before: 1, after: 2, broke: checks(count), fixed: none, changed: none };
  renderWithTexts(
    <QueryClientProvider client={new QueryClient()}>
      <ReasonsText isInLines reasons={reasons} />
    </QueryClientProvider>,
  );
  const shown = ["Alpha", "Beta", "Gamma"].filter(
    (name) => getComputedStyle(screen.getByText(name, { exact: false })).visibility !== "hidden",
  );
  expect(shown).toEqual(names);
  if (others === null) expect(screen.queryByText(/^\+/)).toBeNull();
  else expect(screen.getByText(others)).toBeVisible();
});
