import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
function color(values: Record<string, string>, name: string, theme: "light" | "dark"): Color {
  const other = values[name]?.match(/^var\(--([\w-]+)\)$/)?.[1];
  if (other !== undefined) return color(values, other, theme);
  const pair = values[name]?.match(/^light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)$/);
  if (!pair) throw new Error(`--${name} is no pair of colors: ${values[name]}`);
  return new Color(pair[theme === "light" ? 1 : 2] ?? "").toGamut("srgb");
}

const ratio = (values: Record<string, string>, name: string, ground: string, theme: "light" | "dark") =>
  color(values, name, theme).contrast(color(values, ground, theme), "WCAG21");

const ROWS = ["sheet", "hover", "pressed", "selected", "accent-soft"];
const GROUNDS = [...ROWS, "raised", "raised-hover", "raised-selected", "raised-foot", "sunken", "desk", "desk-hover"];
const VERDICTS = ["good", "decent", "bad"];

/** Text tokens and their backgrounds. */
const TEXTS: [text: string, grounds: string[]][] = [
  ["ink", [...GROUNDS, "track", "raised-track", "lifted", ...VERDICTS.map((verdict) => `${verdict}-ground`)]],
  ["ink-2", [...GROUNDS, "track", "raised-track", "lifted", "badge", "selected-badge"]],
  ["muted", [...GROUNDS, "track", "raised-track"]],
  ["accent", GROUNDS],
  ["danger", [...GROUNDS, "track", "raised-track", "lifted"]],
  ...VERDICTS.map((verdict): [string, string[]] => [`${verdict}-ink`, [...GROUNDS, `${verdict}-ground`]]),
  ["better", ROWS],
  ["worse", ROWS],
  ["on-accent", ["accent-solid", "accent-solid-hover"]],
  ["on-danger", ["danger-solid", "danger-solid-hover"]],
  ["on-inverse", ["inverse"]],
  ["on-inverse-muted", ["inverse"]],
  ["on-inverse-danger", ["inverse"]],
  ["on-brand", ["brand"]],
  ["on-brand-muted", ["brand"]],
];

/** Marks of controls, states, and focus, and what charts show (WCAG 2.2, 1.4.11). */
const MARKS: [mark: string, grounds: string[]][] = [
  ["field-edge", ["sheet", "raised", "desk"]],
  ["accent", GROUNDS],
  ["focus", GROUNDS],
  ["magnitude", [...ROWS, "track"]],
  ["brass", ["sheet"]],
  ["on-brand-brass", ["brand"]],
  ...VERDICTS.map((verdict): [string, string[]] => [`${verdict}-line`, ["sheet", "raised"]]),
];

/** The ratios that were chosen, so that a token that moves is noticed: light, dark. */
const CHOSEN: [token: string, ground: string, light: number, dark: number][] = [
  ["selected", "sheet", 1.2, 1.3],
  ["muted", "hover", 5.4, 6.5],
  ["muted", "desk-hover", 4.8, 7.0],
  ["muted", "selected", 4.9, 5.4],
  ["accent", "accent-soft", 6.4, 7.0],
  ["field-edge", "sheet", 3.4, 3.8],
  ["field-edge", "desk", 3.1, 4.1],
  ["ink", "sheet", 17.3, 15.2],
  ["ink-2", "sheet", 10.0, 10.9],
  ["muted", "sheet", 5.9, 7.0],
  ["muted", "desk", 5.3, 7.6],
  ["muted", "track", 4.9, 5.7],
  ["faint", "sheet", 2.5, 2.8],
  ["accent", "sheet", 7.2, 8.6],
  ["accent", "desk", 6.5, 9.2],
  ["on-accent", "accent-solid", 7.2, 5.2],
  ["on-accent", "accent-solid-hover", 8.8, 4.7],
  ["focus", "sheet", 5.6, 7.0],
  ["focus", "desk", 5.0, 7.5],
  ["danger", "sheet", 6.2, 7.7],
  ["on-danger", "danger-solid", 5.6, 5.1],
  ["on-inverse", "inverse", 15.1, 11.5],
  ["on-inverse-muted", "inverse", 7.9, 6.6],
  ["good-ink", "good-ground", 7.9, 10.4],
  ["decent-ink", "decent-ground", 7.6, 10.6],
  ["bad-ink", "bad-ground", 6.7, 9.3],
  ["good-line", "sheet", 4.8, 8.2],
  ["decent-line", "sheet", 3.2, 9.9],
  ["bad-line", "sheet", 5.8, 5.9],
  ["better", "sheet", 6.5, 8.2],
  ["worse", "sheet", 5.8, 5.9],
  ["better", "selected", 5.4, 6.3],
  ["worse", "selected", 4.9, 4.5],
  ["selected-badge", "selected", 1.2, 1.3],
  ["selected-badge", "accent-soft", 1.2, 1.4],
  ["brass", "sheet", 3.4, 10.0],
  ["line", "sheet", 1.3, 1.2],
  ["raised-line", "raised", 1.3, 1.2],
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const contrasts = (values: Record<string, string>, pairs: typeof TEXTS, least: number) =>
    pairs.flatMap(([name, grounds]) =>
      grounds
        .map((ground) => ({ pair: `${name} on ${ground}`, found: ratio(values, name, ground, theme) }))
        .filter(({ found }) => found < least)
        .map(({ pair, found }) => `${pair}: ${found.toFixed(2)}`),
    );

  it("all text can be read (WCAG 2.2, 1.4.3)", () => {
    expect(contrasts(usual, TEXTS, 4.5)).toEqual([]);
  });

  it("every color has the contrast that it was chosen for", () => {
    const moved = CHOSEN.map(([token, ground, light, dark]) => {
      const [found, meant] = [ratio(usual, token, ground, theme), theme === "light" ? light : dark];
      return Math.abs(found - meant) > 0.11 ? `${token} on ${ground}: ${found.toFixed(2)}, not ${meant}` : null;
    });
    expect(moved.filter(Boolean)).toEqual([]);
  });

  it("the edges of fields, what is chosen and the focus can be seen", () => {
    expect(contrasts(usual, MARKS, 3)).toEqual([]);
  });

  it("there is more contrast for who asks for it (WCAG 2.2, 1.4.6)", () => {
    const plain: typeof TEXTS = TEXTS.filter(([name]) => ["ink", "muted"].includes(name));
    expect(contrasts(more, plain, 7)).toEqual([]);
    expect(contrasts(more, TEXTS, 4.5)).toEqual([]);
    expect(contrasts(more, [...MARKS, ["line", ["sheet"]], ["raised-line", ["raised"]]], 3)).toEqual([]);
  });
});

it("uses only system colors with forced colors", () => {
  const SYSTEM =
    /^(Canvas|CanvasText|Highlight|HighlightText|LinkText|GrayText|ButtonFace|ButtonText|transparent|none)$/;
  const colored = Object.entries(usual).filter(([, value]) => value.includes("oklch("));
  for (const [name] of colored) expect(forced[name], `--${name}`).toMatch(SYSTEM);
});

/** The style sheets of the window, by their place in `ui/src`. */
const sheets = readdirSync(join(import.meta.dirname, ".."), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => [file.replaceAll("\\", "/"), readFileSync(join(import.meta.dirname, "..", file), "utf8")] as const);

it("knows every token that style sheets name", () => {
  const all = sheets.map(([, sheet]) => sheet).join("\n");
  const named = new Set([...all.matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name));
  const set = new Set([...all.matchAll(/--([\w-]+):/g)].map(([, name]) => name));
  const byScripts = ["columns", "digits", "footer", "hue", "trigger-width"];
  expect([...named].filter((name) => !set.has(name)).sort()).toEqual(byScripts);
});

it("has verdict colors only where a verdict or a changed score is shown", () => {
  const MEANT =
    /^(components\/(tokens\.css|marks\/)|shared\/charts\/|features\/(overview\/changes\/|reports\/history\/|settings\/ThemePicture))/;
  const using = sheets.filter(([, sheet]) => /var\(--((good|decent|bad)-|better|worse)/.test(sheet));
  expect(using.map(([file]) => file).filter((file) => !MEANT.test(file))).toEqual([]);
});
