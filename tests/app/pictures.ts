import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
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

/** The README's screenshots, the only ones in git: by look and view. */
const SHOWN = [
  ["light", "report"],
  ["light", "overview"],
  ["dark", "comparison"],
] as const;

const all = join(root, "pictures");
/** Screenshots by content. */
const taken = new Map<string, string[]>();

for (const [name, look] of wantedLooks) {
  const folder = join(all, name);
  mkdirSync(folder, { recursive: true });
  for (const [sceneName, scene] of wantedScenes) {
    // Failures look the same at every size.
    if (sceneName !== "screens" && !("hasFailures" in look)) continue;
    await walk(
      look,
      scene,
      async (view, app) => {
        const file = join(folder, `${view.name}.png`);
        await app.picture(file);
        const content = createHash("sha256").update(readFileSync(file)).digest("hex");
        taken.set(content, [...(taken.get(content) ?? []), `${name}/${view.name}`]);
      },
      ({ name }) => wanted.size === 0 || wanted.has(name),
    );
  }
}

const names = new Set([...taken.values()].flat());
for (const [look, view] of SHOWN) {
  if (names.has(`${look}/${view}`))
    copyFileSync(join(all, look, `${view}.png`), join(root, "docs", "pictures", `${view}.png`));
}
const same = [...taken.values()].filter(({ length }) => length > 1);
if (same.length > 0) throw new Error(`These show the same: ${same.map((views) => views.join(", ")).join("; ")}`);
