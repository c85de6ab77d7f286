import "./components/fonts.css";
import "./components/tokens.css";
import "./components/base.css";
import { createRoot } from "react-dom/client";
import { deferUntilFirstPaint } from "./components";
import type { Host } from "./host";
import { FirstCalls } from "./host/first-calls";
import { isInsideApp, tauriHost } from "./host/tauri";
import { boot } from "./shell/boot";
import { answersInPage, pictureInPage } from "./shell/first-picture/shown";

async function chooseHost(): Promise<Host> {
  // In development in a plain browser, the fake replaces the core; shipped builds don't contain it.
  if (import.meta.env.DEV && !isInsideApp()) return (await import("./host/fake/browser")).fakeFromStorage();
  return tauriHost;
}

async function start() {
  const picture = pictureInPage();
  deferUntilFirstPaint();
  const calls = new FirstCalls(answersInPage());
  const screen = await boot(calls.before(await chooseHost()), undefined, { picture, calls });
  createRoot(document.getElementById("root") as HTMLElement).render(screen);
}

// No top-level await: in WebKit, concurrent importers would see undefined exports.
void start();
