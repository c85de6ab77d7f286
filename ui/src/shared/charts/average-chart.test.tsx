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

it.each([78, 80, 82, 50, 48])("writes an average of %i at its height, and both limits clear of it", (score) => {
  show([60, score]);
  const height = heightOf(String(score));
  for (const limit of ["80", "49"].filter((limit) => limit !== String(score))) {
    expect(Math.abs(heightOf(limit) - height)).toBeGreaterThanOrEqual(16);
  }
  expect(heightOf("49")).toBeGreaterThan(heightOf("80"));
});

it("names each band at its top, or where the line would cross the name, at its bottom", () => {
  show([60, 60]);
  expect(heightOf("Decent")).toBe(heightOf("80") + 14);
  cleanup();
  show([78, 78]);
  expect(heightOf("Decent")).toBe(heightOf("49") - 6);
});
