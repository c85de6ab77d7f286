import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { openTestMachine } from "../harness/test-machine.ts";
import { wordsOf } from "../harness/words.ts";
import type { Look } from "./looks.ts";
import { OVERLAYS, type Scene, type View } from "./scene.ts";

/**
 * Opens the views of a scene and pauses at each once it is stable.
 * @throws at the end, for the views that couldn't be reached
 */
export async function walk(
  { theme, size: [width, height], preferences = {} }: Look,
  scene: Scene,
  visit: (view: View, app: App) => Promise<unknown>,
  isWanted: (view: View, at: number) => boolean = () => true,
) {
  const machine = await openTestMachine();
  try {
    machine.env.GTK_THEME = theme === "dark" ? "Adwaita:dark" : "Adwaita";
    const { language = "en", zoom = 100 } = preferences;
    const words = await wordsOf(language);
    const { app, views } = await scene(machine, async (args = []) => {
      // The app must have created its profile before.
      machine.prefer({ theme, ...preferences });
      const opened = await machine.openApp({ args });
      opened.zoom = zoom / 100;
      return { app: opened, screen: new Screen(opened, words) };
    });
    await app.resize((width * 100) / zoom, (height * 100) / zoom);
    const failures: Error[] = [];
    for (const view of views.filter(isWanted)) {
      await new Screen(app).goTo(view.place);
      await settled(app);
      try {
        await view.act?.();
        await settled(app);
        if (view.overlay) await inView(app, OVERLAYS[view.overlay]);
        await visit(view, app);
      } catch (cause) {
        failures.push(new Error(`${view.name}: ${cause}`, { cause }));
      }
      // The next view starts from a fresh window if an act opened or typed something.
      if (!view.act) continue;
      await new Screen(app).goTo("/settings");
      await app.browser.refresh();
      await app.browser.$("main").waitForExist();
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join("\n"));
  } finally {
    await machine.close();
  }
}

/** Waits until an element is visible with nothing above it. */
async function inView({ browser }: App, selector: string) {
  await until(`${selector} to be in view`, () =>
    browser.execute((wanted) => {
      const element = [...document.querySelectorAll(wanted)].at(-1);
      const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
      const [x, y] = [left + Math.min(width, innerWidth) / 2, top + Math.min(height, innerHeight) / 2];
      return element?.contains(document.elementFromPoint(x, y)) ?? false;
    }, selector),
  );
}

/** Waits until nothing on the screen changes, except timers. */
async function settled({ browser }: App) {
  let before: string | undefined;
  await until("the screen to come to rest", async () => {
    const now = await browser.execute(() => document.body.innerHTML.replace(/\d+ m?s\b/g, ""));
    const isAtRest = now === before && !(await browser.$("[aria-busy=true]").isExisting());
    before = now;
    await browser.pause(150);
    return isAtRest;
  });
}
