import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import type { App } from "./harness/app.ts";
import { until } from "./harness/processes.ts";
import { Screen } from "./harness/screen.ts";
import { openWorld } from "./harness/world.ts";
import { failures } from "./pictures/failures.ts";
import type { Scene } from "./pictures/scene.ts";
import { screens } from "./pictures/screens.ts";

const folder = join(root, "docs", "pictures");

/** Waits until nothing on the screen changes any more, but for what counts time. */
async function settled({ browser }: App) {
  let before: string | undefined;
  await until("the screen to come to rest", async () => {
    const now = await browser.execute(() => document.body.innerHTML.replace(/\d+ m?s\b/g, ""));
    const isAtRest = now === before && !(await browser.$("[aria-busy=true]").isExisting());
    before = now;
    await browser.pause(250);
    return isAtRest;
  });
}

const scenes: Record<string, Scene> = { screens, failures };
// Those that are named, or all.
const wanted = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
for (const theme of ["light", "dark"] as const) {
  for (const [name, scene] of Object.entries(scenes)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const world = await openWorld();
    try {
      world.env.GTK_THEME = theme === "dark" ? "Adwaita:dark" : "Adwaita";
      const { app, pictures } = await scene(world);
      for (const { name, place, act, size: [width, height] = [1440, 900], themes = ["light", "dark"] } of pictures) {
        if (!themes.includes(theme)) continue;
        await app.resize(width, height);
        await new Screen(app).goTo(place);
        await settled(app);
        await act?.();
        await settled(app);
        await app.picture(join(folder, `${name}-${theme}.png`));
        // Each picture starts from a window in which nothing was done or read yet.
        await new Screen(app).goTo("/settings");
        await app.browser.refresh();
        await app.browser.$("main").waitForExist();
      }
    } finally {
      await world.close();
    }
  }
}
