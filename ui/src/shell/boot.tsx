import type { QueryClient } from "@tanstack/react-query";
import type { RouterHistory } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { preload, releaseDeferred } from "../components";
import { Grid } from "../components/tables/Table";
import { ReportPanel, ReportsTable } from "../features/reports";
import { type Host, HostProvider, problemOf } from "../host";
import type { Preferences } from "../host/contract";
import type { FirstCalls } from "../host/first-calls";
import { activate, prepare, resolveLanguage } from "../i18n";
import { keys, makeQueryClient } from "../shared/data/queries";
import { askForSyncs } from "../shared/data/sync";
import { startPath } from "../shared/navigation/routes";
import { App, StartFailed } from "./App";
import { isDrawnWhole } from "./first-picture/settled";
import type { ShownPicture } from "./first-picture/shown";
import { type AppRouter, makeRouter } from "./router";
import { applyTheme } from "./theme";

/** How long the first paint waits for its reads. */
const FIRST_READS_MS = 250;

/** Brought by the page: the last picture, if it is of this window, and answers to calls. */
export type FirstPage = { picture: ShownPicture | null; calls: FirstCalls };

/** Renders the first paint with the right theme, language, and screen; only with a `page`, pictures are kept. */
export async function boot(host: Host, history?: RouterHistory, page?: FirstPage): Promise<ReactNode> {
  const queries = makeQueryClient();
  // The real load reports errors.
  page?.picture?.whenPressed(() => void ReportPanel.load().catch(() => {}));
  let content: ReactNode;
  let isReady = () => isDrawnWhole(queries);
  try {
    content = await openWindow(host, queries, history, page?.calls);
  } catch (thrown) {
    isReady = () => true;
    applyTheme("system");
    await activate(resolveLanguage("system", navigator.languages)).catch(() => {});
    content = <StartFailed problem={problemOf(thrown)} />;
  }
  return (
    <HostProvider value={host}>
      {content}
      <Painted host={host} page={page} isReady={isReady} />
    </HostProvider>
  );
}

async function openWindow(
  host: Host,
  queries: QueryClient,
  history: RouterHistory | undefined,
  calls: FirstCalls | undefined,
): Promise<ReactNode> {
  prepare(resolveLanguage("system", navigator.languages));
  const start = await host.call("app_start", null);
  applyTheme(start.preferences.theme);
  queries.setQueryData(keys.connections(), start.connections);
  const router = makeRouter(history);
  const place = startPath(start, router.history.location.pathname);
  if (place !== null) router.history.replace(place);
  router.subscribe("onBeforeLoad", ({ toLocation }) => calls?.enter(toLocation.href));
  // English is the fallback; the window reports it later.
  const texts = activate(resolveLanguage(start.preferences.language, navigator.languages)).catch(() => {});
  const loaded = router.load().then(() => firstReads(host, queries, router, start.preferences));
  await Promise.all([texts, loaded]);
  return <App start={start} router={router} queries={queries} calls={calls} />;
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

/** How long what comes late leaves the engine to an early press, in milliseconds, and then to what it opens. */
const [EARLY_PRESS_MS, PRESSED_MS] = [150, 400];

type PaintedProps = { host: Host; page: FirstPage | undefined; isReady: () => boolean };

/**
 * Reports the first paint to the core, which then shows the window; reported again after frames, which prove that
 * rendering works. Before, the real screen takes the place of the picture.
 */
function Painted({ host, page, isReady }: PaintedProps) {
  useEffect(() => {
    let isTold = false;
    const timers: ReturnType<typeof setTimeout>[] = [];
    const tell = (hasFrames: boolean) => {
      // The window is hidden, so errors can't be shown.
      host.call("app_painted", hasFrames).catch(() => {});
      if (isTold) return;
      isTold = true;
      if (page?.picture?.isPressed) timers.push(setTimeout(goOn, PRESSED_MS));
      else goOn();
    };
    const goOn = () => {
      timers.forEach(clearTimeout);
      releaseDeferred();
      page?.calls.forget();
      preload(ReportsTable, Grid);
    };
    const afterFrames = (act: (hasFrames: boolean) => void) => {
      // A hidden window may get no frames.
      const timer = setTimeout(() => act(false), 120);
      timers.push(timer);
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          clearTimeout(timer);
          act(true);
        }),
      );
    };
    const picture = page?.picture;
    if (picture) {
      // The picture waits for what comes late.
      const releaseUnlessPressed = () => {
        if (picture.isPressed) timers.push(setTimeout(releaseUnlessPressed, PRESSED_MS));
        else releaseDeferred();
      };
      timers.push(setTimeout(releaseUnlessPressed, EARLY_PRESS_MS));
      void picture.giveWay(isReady).then(() => afterFrames(tell));
    } else afterFrames(tell);
    return () => timers.forEach(clearTimeout);
  }, [host, page, isReady]);
  return null;
}
