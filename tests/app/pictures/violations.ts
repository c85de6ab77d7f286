import assert from "node:assert/strict";
import { type Look, looks } from "./looks.ts";
import type { View } from "./scene.ts";
import { screens } from "./screens.ts";
import { walk } from "./walk.ts";

/** Two looks that together have all themes and directions, since no color depends on the direction. */
export const ACCESSIBLE_LOOKS = {
  "light, from left to right": looks.light,
  "dark, from right to left": { ...looks.arabic, theme: "dark" },
} satisfies Record<string, Look>;

/** Violations that axe-core finds in the screens and dialogs of a look, one per line. */
export async function violations(name: keyof typeof ACCESSIBLE_LOOKS, isWanted?: (view: View, at: number) => boolean) {
  const look = ACCESSIBLE_LOOKS[name];
  const found: string[] = [];
  await walk(
    look,
    screens,
    async ({ name }, app) => {
      const { direction, colorScheme } = await app.browser.execute(() => {
        const { direction, colorScheme } = getComputedStyle(document.body);
        return { direction, colorScheme };
      });
      assert.equal(colorScheme, look.theme);
      assert.equal(direction, "preferences" in look ? "rtl" : "ltr");
      found.push(...(await app.axe()).map((what) => `${name}: ${what}`));
    },
    isWanted,
  );
  return found;
}
