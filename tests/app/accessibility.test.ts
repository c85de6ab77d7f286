import assert from "node:assert/strict";
import { it } from "node:test";
import { looks } from "./pictures/looks.ts";
import { screens } from "./pictures/screens.ts";
import { walk } from "./pictures/walk.ts";

it("every screen and dialog passes axe-core in light", async () => {
  const found: string[] = [];
  await walk(looks.light, screens, async ({ name }, app) => {
    found.push(...(await app.axe()).map((what) => `${name}: ${what}`));
  });
  assert.deepEqual(found, []);
});
