import { Screen } from "./harness/screen.ts";
import { openWorld } from "./harness/world.ts";

const world = await openWorld();
try {
  const service = await world.startSample(["--delay-ms", "50"]);
  void service;
  world.prefer({ theme: (process.argv[2] ?? "light") as "light" });
  const app = await world.openApp({ args: ["--sample"] });
  const screen = new Screen(app);
  const { browser } = app;
  await browser.$("[role=rowheader]").waitForExist();
  await app.resize(1280, 820);
  await screen.goTo("/c/sample/batches");
  await browser.pause(1500);
  await app.picture("/tmp/u1/w-empty.png");
  await screen.goTo("/c/sample/batches/new");
  await browser.pause(1000);
  const text = [
    "Page;Privacy;Password",
    "https://shop.example/;private;",
    "shop.example/winter;public;",
    "www.shop.example/winter/;public;",
    "shop.example/members;;tulip-kettle-57",
    "see the other list;;",
    "shop.example/press;only us;",
  ].join("\n");
  await screen.type("Addresses", text);
  await screen.shows("2 lines that cannot be used");
  await screen.unfold("2 lines that cannot be used");
  await browser.pause(1000);
  await app.picture("/tmp/u1/w-table.png");
  await screen.press("Sitemap");
  await browser.pause(500);
  await screen.type("Address of the sitemap", "127.0.0.1:9/sitemap.xml");
  await screen.press("Read");
  await browser.pause(3000);
  await app.picture("/tmp/u1/w-sitemap.png");
  await screen.press("Text");
  await browser.pause(800);
  await screen.press("Plan");
  await browser.pause(2500);
  await app.picture("/tmp/u1/w-plan.png");
  await app.resize(800, 560);
  await screen.goTo("/c/sample/batches");
  await browser.pause(1500);
  await app.picture("/tmp/u1/w-list-small.png");
} finally {
  await world.close();
}
