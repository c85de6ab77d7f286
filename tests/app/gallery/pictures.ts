// Takes screenshots of every gallery section into pictures/gallery, and prints axe-core's findings.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/lib/paths.mjs";
import type { App } from "../harness/app.ts";
import { Screen } from "../harness/screen.ts";
import { openTestMachine } from "../harness/test-machine.ts";
import { type Look, openGallery, sectionsOf } from "./page.ts";

const folder = join(root, "pictures", "gallery");
const WIDTH = 1100;
const HEIGHT = 700;

const LOOKS: Record<string, Look> = {
  light: {},
  dark: { theme: "dark" },
  rtl: { dir: "rtl" },
  compact: { density: "compact" },
  contrast: { colors: "more" },
  forced: { colors: "forced" },
};

/** Overlays to open for separate screenshots, by section. */
const ACTS: Record<string, Record<string, (screen: Screen) => Promise<unknown>>> = {
  menus: {
    open: (screen) => screen.press("More actions"),
    sort: (screen) => screen.choose("View", "Sort by"),
  },
  dialogs: {
    form: (screen) => screen.press("Dialog with a form"),
    long: (screen) => screen.press("Long dialog"),
    typed: (screen) => screen.press("Question with a name to type"),
    failed: async (screen) => {
      await screen.press("Question");
      await screen.press("Delete");
      await screen.app.browser.$("[data-problem=service_fault]").waitForExist();
    },
  },
  toasts: {
    shown: async (screen) => {
      await screen.press("Good news");
      await screen.press("Bad news");
      await screen.press("With an action");
    },
  },
  table: { columns: (screen) => screen.choose("View", "Columns") },
};

/** Makes the window as high as its content, within the display. */
async function fit(app: App) {
  const height = await app.browser.execute(() => {
    const head = document.querySelector("header")?.getBoundingClientRect().height ?? 0;
    const main = document.querySelector("main");
    return Math.ceil(head + [...(main?.children ?? [])].reduce((sum, part) => sum + part.clientHeight, 0) + 24);
  });
  await app.resize(WIDTH, Math.min(1130, Math.max(HEIGHT, height)));
}

mkdirSync(folder, { recursive: true });
const machine = await openTestMachine();
try {
  const app = await machine.openApp();
  const screen = new Screen(app);
  await app.resize(WIDTH, HEIGHT);
  await openGallery(app);
  const wanted = process.argv.slice(2);
  const sections = (await sectionsOf(app)).filter((id) => wanted.length === 0 || wanted.includes(id));
  for (const [name, look] of Object.entries(LOOKS)) {
    for (const section of sections) {
      await openGallery(app, { ...look, section, bare: true });
      await fit(app);
      // Loading states appear after a delay.
      await app.browser.pause(300);
      await take(`${section}-${name}`);
      for (const [act, run] of Object.entries(["light", "dark"].includes(name) ? (ACTS[section] ?? {}) : {})) {
        await run(screen);
        await app.browser.pause(300);
        await take(`${section}-${act}-${name}`);
        await app.browser.refresh();
        await openGallery(app, { ...look, section, bare: true });
      }
    }
  }

  async function take(name: string) {
    const file = join(folder, `${name}.png`);
    await app.picture(file);
    machine.run("convert", [file, "-strip", "+dither", "-colors", "255", `PNG8:${file}`]);
    // The contrast of forced colors is the user's choice.
    if (!name.endsWith("-forced")) for (const line of await app.axe()) console.error(`${name}: ${line}`);
  }
} finally {
  await machine.close();
}
