import { Screen } from "./harness/screen.ts";
import { openWorld } from "./harness/world.ts";
const world = await openWorld();
try {
  const first = await world.openApp({ args: ["--sample"] });
  await first.browser.pause(4000);
  await first.resize(1100, 720);
  world.prefer({ theme: "light" });
  const screen = new Screen(first);
  const { browser } = first;
  browser.options.waitforTimeout = 30_000;
  await screen.goTo("/settings");
  await browser.pause(2000);
  await browser.execute(() => { document.documentElement.style.fontSize = ""; });
  await screen.choose("Size of everything 100%", "200%").catch((e) => console.log(String(e)));
  await browser.pause(1000);
  await first.resize(550, 360);
  await screen.goTo("/c/sample/batches/new");
  await browser.pause(2500);
  await browser.execute((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, "a.example/one;public;\na.example/two;x;");
  await browser.pause(4000);
  await first.picture("/tmp/u1/z1.png");
  const bad = browser.$("main h2 [aria-expanded]");
  await bad.click();
  await browser.pause(1500);
  await first.picture("/tmp/u1/z2.png");
  console.log(await browser.execute(() => document.body.innerText.slice(0, 3000)));
  await screen.press("Plan");
  await browser.pause(4000);
  await first.picture("/tmp/u1/z3.png");
  console.log(await browser.execute(() => document.body.innerText.slice(0, 1500)));
} finally { await world.close(); }
