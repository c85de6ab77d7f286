import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ChangedChecks, ChangeReasons } from "../../host/contract";
import { renderWithTexts } from "../../test/texts";
import { ReasonsText } from "./ReasonsText";

/** The width of a line, where each letter is as wide as 10 pixels. */
let room = 0;
let resize: () => void;

beforeEach(() => {
  // Names that a line has shrunk always fit into it; what they need is how far they scroll.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ width: 0 } as DOMRect);
  const widthOf = (element: Element) => 10 * (element.textContent?.length ?? 0);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(function (this: HTMLElement) {
    const line = this.parentElement?.closest(".line");
    return line ? Math.max(0, room - (widthOf(line) - widthOf(this))) : room;
  });
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(function (this: HTMLElement) {
    return Math.max(this.clientWidth, widthOf(this));
  });
  vi.spyOn(window, "ResizeObserver").mockImplementation(
    class {
      constructor(told: ResizeObserverCallback) {
        resize = () => told([], this as unknown as ResizeObserver);
      }
      observe() {}
      disconnect() {}
    } as unknown as () => ResizeObserver,
  );
});

const checks = (count: number, names = ["Alpha", "Beta", "Gamma"]): ChangedChecks => ({
  first: names.slice(0, count).map((name) => ({ name, importance: null })),
  count,
});

const client = new QueryClient();

const text = (reasons: Partial<ChangeReasons>, isInOneLine = false) => (
  <QueryClientProvider client={client}>
    <p>
      <ReasonsText isInOneLine={isInOneLine} reasons={reasons} />
    </p>
  </QueryClientProvider>
);

function show(reasons: Partial<ChangeReasons>, isInOneLine = false) {
  renderWithTexts(text(reasons, isInOneLine));
  return screen.getByRole("paragraph");
}

it.each([
  ["all names where there is room", 3, 240, "Broke Alpha, Beta, Gamma"],
  ["whole names, and counts the others", 3, 230, "Broke Alpha, Beta, +1"],
  ["how many others there are", 5, 300, "Broke Alpha, Beta, Gamma, +2"],
  ["one name, which may be cut", 4, 160, "Broke Alphabetical, +3", ["Alphabetical"]],
  ["no name of which little would be left", 4, 140, "Broke 4 checks"],
  ["the number although it is cut", 4, 50, "Broke 4 checks"],
])("shows in a line %s", (_, count, width, text, names?: string[]) => {
  room = width;
  expect(show({ broke: checks(count, names) })).toHaveTextContent(new RegExp(`^${text.replace("+", "\\+")}$`));
});

it("drops names of the longest kind in a shared line, and separates kinds only there", () => {
  const reasons = { broke: checks(1, ["Delta"]), changed: checks(3) };
  room = 390;
  expect(show(reasons, true)).toHaveTextContent(/^Broke Delta · Changed Alpha, Beta, \+1$/);
  cleanup();
  expect(show(reasons)).toHaveTextContent(/^Broke Delta\s*Changed Alpha, Beta, Gamma$/);
});

it("names a check of each kind, or of the first one alone, and counts the others", () => {
  const reasons = { broke: checks(1, ["Delta"]), fixed: checks(2) };
  room = 290;
  expect(show(reasons, true)).toHaveTextContent(/^Broke Delta · Fixed Alpha, \+1$/);
  room = 280;
  cleanup();
  expect(show(reasons, true)).toHaveTextContent(/^Broke Delta · Fixed 2 checks$/);
});

it("counts the checks of each kind, or shows the first one alone", () => {
  const reasons = { broke: checks(2, ["Alphabetical"]), fixed: checks(4) };
  for (const [width, text] of [
    [310, /^Broke 2 checks · Fixed 4 checks$/],
    [300, /^Broke Alphabetical, \+1$/],
    [140, /^Broke 2 checks$/],
    [50, /^Broke 2 checks$/],
  ] as const) {
    room = width;
    expect(show(reasons, true)).toHaveTextContent(text);
    cleanup();
  }
});

it("shows names again once there is room", () => {
  room = 150;
  const line = show({ broke: checks(3) });
  expect(line).toHaveTextContent("Broke Alpha, +2");
  room = 300;
  act(() => resize());
  expect(line).toHaveTextContent("Broke Alpha, Beta, Gamma");
  room = 150;
  act(() => resize());
  expect(line).toHaveTextContent("Broke Alpha, +2");
});

it("shows names again once fewer others are counted", () => {
  room = 240;
  const { rerender } = renderWithTexts(text({ broke: checks(1000) }));
  expect(screen.getByRole("paragraph")).toHaveTextContent("Broke Alpha, Beta, +998");
  rerender(text({ broke: checks(3) }));
  expect(screen.getByRole("paragraph")).toHaveTextContent("Broke Alpha, Beta, Gamma");
});
