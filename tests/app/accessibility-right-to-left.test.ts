import assert from "node:assert/strict";
import { it } from "node:test";
import { looks } from "./pictures/looks.ts";
import { screens } from "./pictures/screens.ts";
import { walk } from "./pictures/walk.ts";

// Both at once, since no color depends on the direction, and no rule about structure on the theme.
it("every screen and dialog passes axe-core in dark, from right to left", async () => {
  const found: string[] = [];
  await walk({ ...looks.arabic, theme: "dark" }, screens, async ({ name }, app) => {
    const { direction, colorScheme } = await app.browser.execute(() => {
      const { direction, colorScheme } = getComputedStyle(document.body);
      return { direction, colorScheme };
    });
    assert.deepEqual({ direction, colorScheme }, { direction: "rtl", colorScheme: "dark" });
    found.push(...(await app.axe()).map((what) => `${name}: ${what}`));
  });
  assert.deepEqual(found, []);
});
