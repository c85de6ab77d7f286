import { cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithTexts } from "../../test/texts";
import { AverageChart } from "./AverageChart";

/** The height of a text, from the top. */
const heightOf = (text: string) => Number(screen.getByText(text).getAttribute("y"));

function show(scores: readonly number[]) {
  const points = scores.map((score, at) => ({ ago: scores.length - 1 - at, score }));
  renderWithTexts(
    <AverageChart aria-label="Average" points={points} days={scores.length - 1} onOpen={() => undefined} />,
  );
}

it.each([
  [78, ["49"]],
  [82, ["49"]],
  [65, ["80", "49"]],
  [50, ["80"]],
  [48, ["80"]],
])("writes limits on their lines, unless an average of %i leaves them no room: %j", (score, onLines) => {
  show([60, score]);
  const lines = [...document.querySelectorAll("line")].map((line) => Number(line.getAttribute("y1")));
  for (const limit of ["80", "49"]) {
    if (onLines.includes(limit)) expect(lines).toContain(heightOf(limit));
    else expect(screen.queryByText(limit)).toBeNull();
  }
});

it("writes an average that is a limit once", () => {
  show([60, 80]);
  expect(
    screen
      .getAllByText(/^\d+$/)
      .map(({ textContent }) => textContent)
      .sort(),
  ).toEqual(["49", "80"]);
});

it("names each band at its top, or where the line would cross the name, at its bottom", () => {
  show([60, 60]);
  expect(heightOf("Decent")).toBe(heightOf("80") + 14);
  cleanup();
  show([78, 78]);
  expect(heightOf("Decent")).toBe(heightOf("49") - 6);
});

it.each([79.4, 79, 49, 48.9])("draws an average of %d in the band of its verdict", (score) => {
  show([60, score]);
  const dot = document.querySelector("circle[data-verdict]");
  const height = Number(dot?.getAttribute("cy"));
  const bands = [...document.querySelectorAll("g[data-verdict]")].filter((band) => {
    const [top, size] = ["y", "height"].map((name) => Number(band.querySelector("rect")?.getAttribute(name)));
    return top !== undefined && size !== undefined && height >= top && height <= top + size;
  });
  expect(bands.map((band) => band.getAttribute("data-verdict"))).toContain(dot?.getAttribute("data-verdict"));
});
