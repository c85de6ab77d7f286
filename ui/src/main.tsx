import "./components/base.css";
import "./components/tokens.css";
import { createRoot } from "react-dom/client";
import { holdBack } from "./components";
import type { Host } from "./host";
import { isInsideApp, tauriHost } from "./host/tauri";
import { boot } from "./shell/boot";

async function chooseHost(): Promise<Host> {
  // In a plain browser during development the window runs on the fake, which shipped builds do not contain.
  if (import.meta.env.DEV && !isInsideApp()) return (await import("./host/fake/browser")).fakeFromStorage();
  return tauriHost;
}

async function start() {
  holdBack();
  const picture = await boot(await chooseHost());
  createRoot(document.getElementById("root") as HTMLElement).render(picture);
}

// Not awaited at the top of a module: WebKit then gives what imports that module as undefined, if several do at a time.
void start();
