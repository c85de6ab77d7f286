import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";

/** The gallery's settings in its URL: see `ui/src/gallery/look.ts`. */
export type Look = {
  theme?: "light" | "dark";
  density?: "comfortable" | "compact";
  dir?: "ltr" | "rtl";
  colors?: "own" | "more" | "forced";
  section?: string;
  /** Hides the switches, for screenshots. */
  bare?: boolean;
};

/** Opens the gallery in the app's window and waits for this look. */
export async function openGallery(app: App, look: Look = {}) {
  const { theme = "light", density = "comfortable", dir = "ltr", colors = "own", section, bare } = look;
  const said = new URLSearchParams({
    theme,
    density,
    dir,
    colors,
    ...(section !== undefined && { section }),
    ...(bare && { bare: "" }),
  });
  const isThere = await app.browser.execute(() => location.pathname === "/gallery.html");
  // An open gallery only changes its look.
  if (!isThere) await app.browser.url(`tauri://localhost/gallery.html#${said}`);
  else await new Screen(app).goTo(String(said));
  await until("the gallery", () =>
    app.browser.execute(
      (...wanted) => {
        const { dir, dataset } = document.documentElement;
        const sections = [...document.querySelectorAll("main > section")].map(({ id }) => id);
        const shown = wanted[3] === null ? sections.length > 1 : sections.join() === wanted[3];
        return dir === wanted[0] && dataset.theme === wanted[1] && dataset.density === wanted[2] && shown;
      },
      dir,
      theme,
      density,
      section ?? null,
    ),
  );
}

/** Names of the gallery's sections. */
export function sectionsOf(app: App): Promise<string[]> {
  return app.browser.execute(() => [...document.querySelectorAll("main > section")].map(({ id }) => id));
}
