import assert from "node:assert/strict";
import { it } from "node:test";
import { looks } from "./pictures/looks.ts";
import { screens } from "./pictures/screens.ts";
import { walk } from "./pictures/walk.ts";

it("every screen and dialog passes axe-core from right to left", async () => {
  const found: string[] = [];
  await walk(looks.arabic, screens, async ({ name }, app) => {
    assert.equal(await app.browser.execute(() => getComputedStyle(document.body).direction), "rtl");
    found.push(...(await app.axe()).map((what) => `${name}: ${what}`));
  });
  assert.deepEqual(found, []);
});
