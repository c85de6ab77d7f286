import { i18n } from "@lingui/core";
import { I18nProvider, useLingui } from "@lingui/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { I18nProvider as AriaLocaleProvider, RouterProvider as AriaRouterProvider } from "react-aria-components";
import type { Problem, Start } from "../host/contract";
import type { FirstCalls } from "../host/first-calls";
import { formatLocale } from "../i18n";
import { EventsProvider } from "../shared/data/events";
import { PreferencesProvider } from "../shared/data/preferences";
import { StartProvider } from "../shared/data/start";
import { ProblemView } from "../shared/problems";
import { CloseGuard } from "../shared/unsaved/close-guard";
import { SaveQueueProvider } from "../shared/unsaved/save-queue";
import { CrashBoundary } from "./Crash";
import { KeptPicture } from "./first-picture/KeptPicture";
import { LanguageFollower } from "./language";
import type { AppRouter } from "./router";
import { ThemeFollower } from "./theme";

export type AppProps = {
  start: Start;
  router: AppRouter;
  queries: QueryClient;
  /** Of a window whose picture is kept. */
  calls: FirstCalls | undefined;
};

export function App({ start, router, queries, calls }: AppProps) {
  const { history } = router;
  return (
    <Texts>
      <StartProvider value={start}>
        <QueryClientProvider client={queries}>
          <EventsProvider>
            <SaveQueueProvider>
              <PreferencesProvider initial={start.preferences}>
                <ThemeFollower />
                <LanguageFollower />
                {calls && !start.safe_mode && <KeptPicture calls={calls} router={router} />}
                <CloseGuard drafts={start.drafts}>
                  <AriaRouterProvider
                    navigate={(href) => history.push(href)}
                    useHref={(href) => history.createHref(href)}
                  >
                    <RouterProvider router={router} />
                  </AriaRouterProvider>
                </CloseGuard>
              </PreferencesProvider>
            </SaveQueueProvider>
          </EventsProvider>
        </QueryClientProvider>
      </StartProvider>
    </Texts>
  );
}

/** Shown instead of the window when startup fails. */
export function StartFailed({ problem }: { problem: Problem }) {
  return (
    <Texts>
      <main style={{ display: "flex", height: "100%" }}>
        <ProblemView headingLevel="h1" problem={problem} actions={{ retry: () => window.location.reload() }} />
      </main>
    </Texts>
  );
}

function Texts({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <ControlLocale>
        <CrashBoundary>{children}</CrashBoundary>
      </ControlLocale>
    </I18nProvider>
  );
}

/** Sets React Aria's language and direction. */
function ControlLocale({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  return <AriaLocaleProvider locale={formatLocale(i18n)}>{children}</AriaLocaleProvider>;
}
