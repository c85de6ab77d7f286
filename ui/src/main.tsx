import "./components/fonts.css";
import "./components/tokens.css";
import "./components/base.css";
import { createRoot } from "react-dom/client";
import { deferUntilFirstPaint } from "./components";
import type { Host } from "./host";
import { isInsideApp, tauriHost } from "./host/tauri";
import { boot } from "./shell/boot";

async function chooseHost(): Promise<Host> {
  // In development in a plain browser, the fake replaces the core; shipped builds don't contain it.
  if (import.meta.env.DEV && !isInsideApp()) return (await import("./host/fake/browser")).fakeFromStorage();
  return tauriHost;
}

async function start() {
  deferUntilFirstPaint();
  const picture = await boot(await chooseHost());
  createRoot(document.getElementById("root") as HTMLElement).render(picture);
}

// No top-level await: in WebKit, concurrent importers would see undefined exports.
void start();
