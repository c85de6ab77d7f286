import type { QueryClient } from "@tanstack/react-query";
import type { RouterHistory } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { releaseDeferred } from "../components";
import { loadReportsTable } from "../features/reports";
import { type Host, HostProvider, problemOf } from "../host";
import type { Preferences } from "../host/contract";
import { activate, prepare, resolveLanguage } from "../i18n";
import { keys, makeQueryClient } from "../shared/data/queries";
import { askForSyncs } from "../shared/data/sync";
import { startPath } from "../shared/navigation/routes";
import { App, StartFailed } from "./App";
import { type AppRouter, makeRouter } from "./router";
import { applyTheme } from "./theme";

/** How long the first paint waits for its reads. */
const FIRST_READS_MS = 250;

/** Renders the first paint with the right theme, language, and screen. */
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
  const place = startPath(start, router.history.location.pathname);
  if (place !== null) router.history.replace(place);
  // English is the fallback; the window reports it later.
  const texts = activate(resolveLanguage(start.preferences.language, navigator.languages)).catch(() => {});
  const loaded = router.load().then(() => firstReads(host, queries, router, start.preferences));
  await Promise.all([texts, loaded]);
  return <App start={start} router={router} queries={queries} />;
}

/** Reads what the first paint shows: the syncs, for the full-sync offer, and the routes' preloads. */
async function firstReads(host: Host, queries: QueryClient, router: AppRouter, preferences: Preferences) {
  const preloads = router.state.matches.map(({ staticData, params, search }) =>
    // Prefetch only: the real read reports errors.
    staticData.preload?.({ host, queries, preferences, params, search }).catch(() => {}),
  );
  const reads = [queries.prefetchQuery(askForSyncs(host)), ...preloads];
  await Promise.race([Promise.all(reads), new Promise((resolve) => setTimeout(resolve, FIRST_READS_MS))]);
}

/**
 * Reports the first paint to the core, which then shows the window; reported again after frames, which prove that
 * rendering works.
 */
function Painted({ host }: { host: Host }) {
  useEffect(() => {
    let isTold = false;
    const tell = (hasFrames: boolean) => {
      // The window is hidden, so errors can't be shown.
      host.call("app_painted", hasFrames).catch(() => {});
      if (isTold) return;
      isTold = true;
      releaseDeferred();
      // Prefetch only: the next list reports errors.
      loadReportsTable().catch(() => {});
    };
    // A hidden window may get no frames.
    const timer = setTimeout(() => tell(false), 120);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer);
        tell(true);
      }),
    );
    return () => clearTimeout(timer);
  }, [host]);
  return null;
}
