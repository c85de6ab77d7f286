import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import type { App } from "./harness/app.ts";
import { until } from "./harness/processes.ts";
import { openWorld } from "./harness/world.ts";

const folder = join(root, "docs", "pictures");

/** The screens: the picture's name, the place in the app, and the keys that open something there. */
const screens: [name: string, place: string, keys?: string][] = [
  ["welcome", "/welcome"],
  ["connections", "/connections"],
  ["new-connection", "/connections/new"],
  ["reports", "/c/sample/reports"],
  // The sample's data always start the same.
  ["report", "/c/sample/reports/240"],
  ["projects", "/c/sample/projects"],
  ["settings", "/settings"],
  ["new-report", "/c/sample/reports", "ctrl+n"],
];

/** Waits until nothing on the screen changes any more. */
async function settled({ browser }: App) {
  let before: string | undefined;
  await until("the screen to come to rest", async () => {
    const now = await browser.execute(() => document.body.innerHTML);
    const isSame = now === before;
    before = now;
    if (!isSame) await browser.pause(400);
    return isSame;
  });
}

mkdirSync(folder, { recursive: true });
for (const theme of ["light", "dark"]) {
  const world = await openWorld();
  try {
    world.env.GTK_THEME = theme === "dark" ? "Adwaita:dark" : "Adwaita";
    const app = await world.openApp({ args: ["--sample"] });
    await app.resize(1440, 900);
    const at = (place: string) =>
      until(place, () => app.browser.execute((hash) => location.hash.startsWith(hash), place));
    await at("#/c/sample/reports");
    for (const [name, place, keys] of screens) {
      await app.browser.execute((to) => {
        location.hash = to;
      }, place);
      await settled(app);
      if (keys) {
        app.press(keys);
        await settled(app);
      }
      await app.picture(join(folder, `${name}-${theme}.png`));
    }
  } finally {
    await world.close();
  }
}
