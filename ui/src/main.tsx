import "./app/tokens.css";
import "./app/base.css";
import { createRoot } from "react-dom/client";
import { boot } from "./app/boot";
import type { Host } from "./host";
import { isInsideApp, tauriHost } from "./host/tauri";

async function chooseHost(): Promise<Host> {
  // In a plain browser during development the window runs on the fake, which shipped builds do not contain.
  if (import.meta.env.DEV && !isInsideApp()) return (await import("./host/fake-browser")).fakeFromStorage();
  return tauriHost;
}

const picture = await boot(await chooseHost());
createRoot(document.getElementById("root") as HTMLElement).render(picture);
