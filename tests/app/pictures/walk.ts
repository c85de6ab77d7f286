import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { wordsOf } from "../harness/words.ts";
import { openWorld } from "../harness/world.ts";
import type { Look } from "./looks.ts";
import type { Scene, View } from "./scene.ts";

/**
 * Opens the views of a scene and pauses at each once it is stable.
 * @throws at the end, for the views that couldn't be reached
 */
export async function walk(
  { theme, size: [width, height], preferences = {} }: Look,
  scene: Scene,
  visit: (view: View, app: App) => Promise<unknown>,
  isWanted: (view: View) => boolean = () => true,
) {
  const world = await openWorld();
  try {
    world.env.GTK_THEME = theme === "dark" ? "Adwaita:dark" : "Adwaita";
    const { language = "en", zoom = 100 } = preferences;
    const words = await wordsOf(language);
    const { app, views } = await scene(world, async (args = []) => {
      // The app must have created its profile before.
      world.prefer({ theme, ...preferences });
      const opened = await world.openApp({ args });
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
        await visit(view, app);
      } catch (cause) {
        failures.push(new Error(`${view.name}: ${cause}`, { cause }));
      }
      // Each view starts from a window in which nothing was done or read yet.
      await new Screen(app).goTo("/settings");
      await app.browser.refresh();
      await app.browser.$("main").waitForExist();
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join("\n"));
  } finally {
    await world.close();
  }
}

/** Waits until nothing on the screen changes any more, but for what counts time. */
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
