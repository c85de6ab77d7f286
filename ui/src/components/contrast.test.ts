import { readFileSync } from "node:fs";
import Color from "colorjs.io";
import { describe, expect, it } from "vitest";

const tokens = readFileSync(`${import.meta.dirname}/tokens.css`, "utf8");

/** The declarations of a rule, by its selector or at-rule. */
function declarations(head: string): Record<string, string> {
  const start = tokens.indexOf(`${head} {`);
  if (start < 0) throw new Error(`There is no ${head}`);
  // A rule within a block ends with two braces.
  const end = tokens.indexOf(head.startsWith("@") ? "\n}" : "}", start);
  const found = tokens.slice(start, end).matchAll(/--([\w-]+):\s*([^;]+);/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

const usual = declarations(":root");
const more = { ...usual, ...declarations("@media (prefers-contrast: more)") };
const forced = declarations("@media (forced-colors: active)");

/** A token's color in a theme. */
function colour(values: Record<string, string>, name: string, theme: "light" | "dark"): Color {
  const pair = values[name]?.match(/^light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)$/);
  if (!pair) throw new Error(`--${name} is no pair of colours: ${values[name]}`);
  return new Color(pair[theme === "light" ? 1 : 2] ?? "").toGamut("srgb");
}

const GROUNDS = ["background", "panel", "sidebar", "hover", "pressed", "selected"];
const VERDICTS = ["good", "decent", "bad"];

/** Text tokens and their backgrounds. */
const TEXTS: [text: string, grounds: string[]][] = [
  ["text", [...GROUNDS, "track", ...VERDICTS.map((verdict) => `${verdict}-ground`)]],
  ["muted", [...GROUNDS, "track"]],
  ["accent-text", GROUNDS],
  ["danger", GROUNDS],
  ...VERDICTS.map((verdict): [string, string[]] => [verdict, [...GROUNDS, `${verdict}-ground`]]),
  ["on-accent", ["accent", "accent-hover"]],
  ["on-danger", ["danger", "danger-hover"]],
  // A tooltip.
  ["background", ["text"]],
];

/** Marks of controls, states, and focus, and what charts show (WCAG 2.2, 1.4.11). */
const MARKS: [mark: string, grounds: string[]][] = [
  ["line-strong", ["background", "panel"]],
  ["accent", GROUNDS],
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const contrasts = (values: Record<string, string>, pairs: typeof TEXTS, least: number) =>
    pairs.flatMap(([name, grounds]) =>
      grounds
        .map((ground) => ({
          pair: `${name} on ${ground}`,
          ratio: colour(values, name, theme).contrast(colour(values, ground, theme), "WCAG21"),
        }))
        .filter(({ ratio }) => ratio < least)
        .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`),
    );

  it("all text can be read (WCAG 2.2, 1.4.3)", () => {
    expect(contrasts(usual, TEXTS, 4.5)).toEqual([]);
  });

  it("the edges of fields, what is chosen and the focus can be seen", () => {
    expect(contrasts(usual, MARKS, 3)).toEqual([]);
  });

  it("there is more contrast for who asks for it (WCAG 2.2, 1.4.6)", () => {
    const plain: typeof TEXTS = TEXTS.filter(([name]) => ["text", "muted"].includes(name));
    expect(contrasts(more, plain, 7)).toEqual([]);
    expect(contrasts(more, TEXTS, 4.5)).toEqual([]);
    expect(contrasts(more, [...MARKS, ["line", ["background", "panel"]]], 3)).toEqual([]);
  });
});

it("leaves no colour of its own where the user has chosen the colours", () => {
  const SYSTEM =
    /^(Canvas|CanvasText|Highlight|HighlightText|LinkText|GrayText|ButtonFace|ButtonText|transparent|none)$/;
  const coloured = Object.entries(usual).filter(([, value]) => value.includes("oklch("));
  for (const [name] of coloured) expect(forced[name], `--${name}`).toMatch(SYSTEM);
});
