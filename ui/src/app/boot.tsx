import type { RouterHistory } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { type Host, HostProvider, problemOf } from "../host";
import { activate, prepare, resolveLanguage } from "../i18n";
import { App, StartFailed } from "./App";
import { firstPlace } from "./places";
import { keys, makeQueryClient } from "./queries";
import { makeRouter } from "./router";
import { applyTheme } from "./theme";

/**
 * Asks the core how to start and makes the first picture of it, in the right colours and language and with its screen
 * loaded.
 */
export async function boot(host: Host, history?: RouterHistory): Promise<ReactNode> {
  let content: ReactNode;
  try {
    content = await openWindow(host, history);
  } catch (thrown) {
    applyTheme("system");
    await activate(resolveLanguage("system", navigator.languages)).catch(() => {});
    content = <StartFailed problem={problemOf(thrown)} />;
  }
  return (
    <HostProvider value={host}>
      {content}
      <Painted host={host} />
    </HostProvider>
  );
}

async function openWindow(host: Host, history: RouterHistory | undefined): Promise<ReactNode> {
  prepare(resolveLanguage("system", navigator.languages));
  const start = await host.call("app_start", null);
  applyTheme(start.preferences.theme);
  const queries = makeQueryClient();
  queries.setQueryData(keys.connections(), start.connections);
  const router = makeRouter(history);
  // After a reload the window stays where it was.
  if (router.history.location.pathname === "/") router.history.replace(firstPlace(start));
  // Texts that could not be loaded are English then; the window says so once it is there.
  const texts = activate(resolveLanguage(start.preferences.language, navigator.languages)).catch(() => {});
  await Promise.all([texts, router.load()]);
  return <App start={start} router={router} queries={queries} />;
}

/** Tells the core once the first picture is on the screen, so that it can show the window. */
function Painted({ host }: { host: Host }) {
  useEffect(() => {
    let isTold = false;
    const tell = () => {
      if (isTold) return;
      isTold = true;
      // There is nobody to tell of a failure: the window cannot be seen.
      host.call("app_painted", null).catch(() => {});
    };
    requestAnimationFrame(() => requestAnimationFrame(tell));
    // A window that is still hidden may get no frames.
    const timer = setTimeout(tell, 120);
    return () => clearTimeout(timer);
  }, [host]);
  return null;
}
