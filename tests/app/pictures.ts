import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import type { App } from "./harness/app.ts";
import { until } from "./harness/processes.ts";
import type { SampleService } from "./harness/sample.ts";
import { Screen } from "./harness/screen.ts";
import { openWorld } from "./harness/world.ts";

const folder = join(root, "docs", "pictures");

type Picture = {
  /** Its file, without the theme. */
  name: string;
  /** The place in the app. */
  place: string;
  /** What is done there first. */
  act?: (screen: Screen, service: SampleService) => Promise<void>;
  size?: [width: number, height: number];
};

const reports = "/c/sample/reports";
// The sample's data always start the same.
const report = `${reports}/240`;

const pictures: Picture[] = [
  { name: "welcome", place: "/welcome" },
  { name: "reports", place: reports },
  { name: "reports-small", place: reports, size: [800, 560] },
  { name: "reports-large", place: reports, size: [1600, 1000] },
  { name: "reports-empty", place: `${reports}?search=%22nothing%20like%20this%22` },
  { name: "report", place: report },
  { name: "report-small", place: report, size: [1100, 720] },
  { name: "report-missing", place: `${reports}/99999` },
  { name: "privacy", place: report, act: (screen) => screen.press("Privacy") },
  { name: "delete-report", place: report, act: (screen) => screen.press("Delete report") },
  { name: "new-report", place: reports, act: (screen) => screen.press("New report") },
  { name: "projects", place: "/c/sample/projects" },
  {
    name: "delete-project",
    place: "/c/sample/projects",
    act: (screen) => screen.press("Delete project kaffeewerk.example"),
  },
  { name: "settings", place: "/settings" },
  {
    name: "new-connection",
    place: "/connections/new",
    act: async (screen, service) => {
      await screen.type("Name", "My pages");
      await screen.type("Address of the service", service.baseUrl);
      await screen.type("API key", service.key);
      await screen.press("Test");
      await screen.shows("This connection works.");
    },
  },
  {
    name: "connections",
    place: "/connections/new",
    act: async (screen, service) => {
      await screen.connect("My pages", service, "Save");
      await service.stop();
      await goTo(screen.app, "/connections");
    },
  },
  {
    name: "reports-offline",
    place: "/connections",
    act: async (screen) => {
      await screen.choose("Switch connection", "My pages");
      await screen.press("Read the list again");
      await screen.shows("Last known");
    },
  },
];

/** Waits until nothing on the screen changes any more. */
async function settled({ browser }: App) {
  let before: string | undefined;
  await until("the screen to come to rest", async () => {
    const now = await browser.execute(() => document.body.innerHTML);
    const isSame = now === before;
    before = now;
    if (!isSame) await browser.pause(500);
    return isSame;
  });
}

async function goTo(app: App, place: string) {
  await app.browser.execute((to) => {
    location.hash = to;
  }, place);
  await settled(app);
}

mkdirSync(folder, { recursive: true });
for (const theme of ["light", "dark"]) {
  const world = await openWorld();
  try {
    world.env.GTK_THEME = theme === "dark" ? "Adwaita:dark" : "Adwaita";
    const service = await world.startSample();
    const app = await world.openApp({ args: ["--sample"] });
    const screen = new Screen(app);
    await screen.shows("1–25 of 240");
    for (const { name, place, act, size: [width, height] = [1440, 900] } of pictures) {
      await app.resize(width, height);
      await goTo(app, place);
      await act?.(screen, service);
      await settled(app);
      await app.picture(join(folder, `${name}-${theme}.png`));
      await app.browser.keys("Escape");
    }
  } finally {
    await world.close();
  }
}
