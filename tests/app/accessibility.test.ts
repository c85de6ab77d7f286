import assert from "node:assert/strict";
import { it } from "node:test";
import { looks } from "./pictures/looks.ts";
import { screens } from "./pictures/screens.ts";
import { walk } from "./pictures/walk.ts";

it("every screen and dialog passes axe-core in light, and the color rules in dark", async () => {
  const found: string[] = [];
  await walk(looks.light, screens, async ({ name }, app) => {
    for (const [theme, ...rules] of [["light"], ["dark", "color-contrast", "link-in-text-block"]]) {
      await app.browser.execute((chosen) => {
        document.documentElement.dataset.theme = chosen;
      }, theme);
      found.push(...(await app.axe(...rules)).map((what) => `${name}, ${theme}: ${what}`));
    }
  });
  assert.deepEqual(found, []);
});
