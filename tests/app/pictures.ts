import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import { failures } from "./pictures/failures.ts";
import { looks } from "./pictures/looks.ts";
import { safeMode } from "./pictures/safe-mode.ts";
import { screens } from "./pictures/screens.ts";
import { walk } from "./pictures/walk.ts";

const scenes = { screens, failures, "safe-mode": safeMode };

/** The named scenes, or all. */
const wanted = new Set(process.argv.slice(2));
const named = <T>(all: Record<string, T>) => {
  const found = Object.entries(all).filter(([name]) => wanted.has(name));
  for (const [name] of found) wanted.delete(name);
  return found.length > 0 ? found : Object.entries(all);
};
const [wantedLooks, wantedScenes] = [named(looks), named(scenes)];

for (const [name, look] of wantedLooks) {
  const folder = join(root, "docs", "pictures", name);
  mkdirSync(folder, { recursive: true });
  for (const [sceneName, scene] of wantedScenes) {
    // Failures look the same at every size.
    if (sceneName !== "screens" && !("hasFailures" in look)) continue;
    await walk(
      look,
      scene,
      (view, app) => app.picture(join(folder, `${view.name}.png`)),
      ({ name }) => wanted.size === 0 || wanted.has(name),
    );
  }
}
