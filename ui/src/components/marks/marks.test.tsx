import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAccessible } from "../../test/axe";
import { applyStyles } from "../../test/styles";
import { renderWithTexts } from "../../test/texts";
import { Delta } from "./Delta";
import { ImportanceMark } from "./ImportanceMark";
import { PrivacyMark } from "./PrivacyMark";
import { Sparkline } from "./Sparkline";
import { Stamp } from "./Stamp";
import { VerdictCount } from "./VerdictMark";

it.each([
  [<Stamp key="1" score={30} verdict="bad" />, "Bad, 30"],
  [<Stamp key="2" score={90.6} verdict="good" />, "Good, 91"],
  [<Stamp key="3" score={64} verdict={null} />, "64"],
  [<Stamp key="4" score={null} verdict="decent" />, "Decent, No score"],
  [<Stamp key="5" score={null} verdict={null} />, "No score"],
  [<Stamp key="6" score={30} verdict="bad" checking="Checking" />, "Checking"],
])("says the verdict before the score: %#", async (stamp, name) => {
  renderWithTexts(<main>{stamp}</main>);
  expect(screen.getByRole("img")).toHaveAccessibleName(name);
  await expectAccessible();
});

it.each([
  [4, "+4"],
  [-5, "-5"],
  [0, ""],
])("says by how much a score changed: %d", (difference, text) => {
  const { container } = renderWithTexts(<Delta difference={difference} />);
  expect(container).toHaveTextContent(text);
});

it("tells verdicts apart by shape, not by color alone", () => {
  applyStyles("components/marks/Stamp.module.css");
  const rules = [...(document.styleSheets[document.styleSheets.length - 1]?.cssRules ?? [])];
  const shapeOf = (verdict: string) =>
    rules
      .filter(({ cssText }) => cssText.startsWith(`.stamp[data-verdict="${verdict}"]::before`))
      .map(({ cssText }) => cssText.match(/(clip-path|border-radius): [^;]+/g)?.join())
      .join();
  expect(shapeOf("good")).toContain("clip-path: polygon");
  expect(shapeOf("decent")).toContain("99px");
  expect(shapeOf("bad")).toContain("3px");
});

it.each([
  ["privacy", <PrivacyMark key="privacy" privacy="public" />],
  ["count", <VerdictCount key="count" verdict="good" count={3} />],
])("puts words beside icons in the line of what is beside them: %s", (_, mark) => {
  applyStyles("components/marks/worded.module.css");
  const { container } = renderWithTexts(mark);
  expect(getComputedStyle(container.firstElementChild as Element).alignItems).toBe("baseline");
  expect(getComputedStyle(container.querySelector("svg") as Element).alignSelf).toBe("center");
});

it("gives importance no color of a verdict", () => {
  applyStyles("components/marks/ImportanceMark.module.css");
  renderWithTexts(<ImportanceMark importance="high">High</ImportanceMark>);
  expect(screen.getByText("High").outerHTML).not.toMatch(/good|decent|bad/);
});

it("draws the course of a score in steps as long as each other, and nothing for a single one", () => {
  const { container, rerender } = renderWithTexts(<Sparkline scores={[80, 80, 40]} verdict="bad" width={63} />);
  const path = container.querySelector("path")?.getAttribute("d") ?? "";
  expect(path).toMatch(/^M0 [\d.]+(H[\d.]+V[\d.]+){2}H[\d.]+$/);
  expect(path.match(/(?<=H)[\d.]+/g)).toEqual(["20", "40", "60"]);
  rerender(<Sparkline scores={[80]} verdict="good" />);
  expect(container.querySelector("svg")).toBeNull();
});
