import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const tokens = readFileSync(`${import.meta.dirname}/tokens.css`, "utf8");

it("doesn't blur the shadow of sheets, which fill the window: some engines draw it again in each frame", () => {
  const [, shadows = ""] = /--shadow-sheet:([^;]+);/.exec(tokens) ?? [];
  const blurs = [...shadows.matchAll(/^ *\S+ \S+ (\S+)/gm)].map(([, blur]) => blur);
  expect(blurs).toEqual(["0", "0"]);
});
