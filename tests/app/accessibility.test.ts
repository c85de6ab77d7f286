import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { looks } from "./pictures/looks.ts";
import { screens } from "./pictures/screens.ts";
import { walk } from "./pictures/walk.ts";

describe("every screen and dialog passes axe-core", () => {
  it("in light and dark", async () => {
    const found: string[] = [];
    await walk(looks.light, screens, async ({ name }, app) => {
      for (const theme of ["light", "dark"]) {
        await app.browser.execute((chosen) => {
          document.documentElement.dataset.theme = chosen;
        }, theme);
        found.push(...(await app.axe()).map((what) => `${name}, ${theme}: ${what}`));
      }
    });
    assert.deepEqual(found, []);
  });

  it("right to left", async () => {
    const found: string[] = [];
    await walk(looks.arabic, screens, async ({ name }, app) => {
      assert.equal(await app.browser.execute(() => getComputedStyle(document.body).direction), "rtl");
      found.push(...(await app.axe()).map((what) => `${name}: ${what}`));
    });
    assert.deepEqual(found, []);
  });
});
