import { Trans, useLingui } from "@lingui/react/macro";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button as RawButton } from "react-aria-components";
import { Banner, Button, LiveText, lazyAfterFirstPaint, ToastRegion } from "../../components";
import type { Connection } from "../../host/contract";
import { CommandsProvider } from "../../shared/commands";
import { SidebarConnection, useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { useStart } from "../../shared/data/start";
import { connectionOfPath, isOfAll, isRestorable, projectOfPath, screenOfPath } from "../../shared/navigation/routes";
import { NewBatchProvider } from "../../shared/planning/new-batch";
import { NewReportProvider } from "../../shared/planning/new-report";
import { ProblemActionsProvider } from "../../shared/problems";
import { UndoCommand } from "../../shared/unsaved/deletions";
import { WindowCommands } from "../commands/WindowCommands";
import { useRestart } from "../product/use-restart";
import { ExportDialogs } from "./ExportDialogs";
import styles from "./Frame.module.css";
import { OpenedLinks } from "./OpenedLinks";
import { Sidebar } from "./Sidebar";
import { useFocusKept } from "./use-focus-kept";

const LibraryNotice = lazyAfterFirstPaint(() => import("../sync/LibraryNotice"), "LibraryNotice");
const ProductNotices = lazyAfterFirstPaint(() => import("../product/ProductNotices"), "ProductNotices");
const DropOverlay = lazyAfterFirstPaint(() => import("../../features/batches"), "DropOverlay");
const BatchNotifications = lazyAfterFirstPaint(
  () => import("../../features/batches/BatchNotifications"),
  "BatchNotifications",
);
const SyncNotifications = lazyAfterFirstPaint(() => import("../sync/SyncNotifications"), "SyncNotifications");

/** The screens of a start without connections. */
const FIRST = ["/welcome", "/sample"];

/** The window: sidebar and current screen. */
export function Frame(): ReactNode {
  return (
    <CommandsProvider>
      <ProblemActionsProvider actions={{ restart: useRestart() }}>
        <Window />
      </ProblemActionsProvider>
    </CommandsProvider>
  );
}

function Window() {
  const place = useRouterState({ select: ({ location }) => location.href });
  const main = useRef<HTMLElement>(null);
  const connections = useConnections();
  const current = useCurrentConnection(place);
  const hasSidebar = useHasSidebar(place, connections.length > 0);
  const title = useTitle(place, current);
  const [, save] = usePreferences();
  useFocusKept(main);

  const screen = screenOfPath(place);
  // A new one starts at the top.
  useEffect(() => {
    if (main.current) main.current.scrollTop = 0;
  }, [screen]);

  useEffect(() => {
    if (isRestorable(place)) save({ place });
  }, [place, save]);

  return (
    <NewReportProvider current={current} place={place}>
      <NewBatchProvider current={current}>
        <WindowCommands current={current} />
        <UndoCommand />
        <OpenedLinks />
        <div className={styles.frame}>
          <RawButton className={styles.skip} onPress={() => main.current?.focus()}>
            <Trans>Skip to content</Trans>
          </RawButton>
          {hasSidebar && <Sidebar current={current} place={place} />}
          <main ref={main} tabIndex={-1} className={styles.main}>
            <SettingsSetAside />
            <ProductNotices />
            <LibraryNotice />
            <ExportDialogs>
              <SidebarConnection value={current?.id}>
                <Outlet />
              </SidebarConnection>
            </ExportDialogs>
          </main>
          <LiveText>{title}</LiveText>
          <SyncNotifications current={current} />
          <BatchNotifications />
          <DropOverlay />
          <ToastRegion />
        </div>
      </NewBatchProvider>
    </NewReportProvider>
  );
}

/** Without connections there is none beside a first screen, which keeps its width until the next one is there. */
function useHasSidebar(place: string, hasConnections: boolean): boolean {
  const shown = useRouterState({ select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname });
  const isWanted = hasConnections || !FIRST.includes(place);
  const [isThere, setThere] = useState(hasConnections);
  if (isThere !== isWanted && (!isWanted || !FIRST.includes(shown))) setThere(isWanted);
  return isThere;
}

/** The route's connection, or else the last one used. */
function useCurrentConnection(place: string) {
  const connections = useConnections();
  const here = connectionOfPath(place);
  const [last, setLast] = useState(here);
  if (here !== undefined && here !== last) setLast(here);
  return connections.find(({ id }) => id === (here ?? last)) ?? connections[0];
}

/** Sets the window title for the route, and announces it. */
function useTitle(place: string, current: Connection | undefined): string {
  const { t } = useLingui();
  const path = place.split("?")[0] ?? "";
  const nameOf = useConnectionName();
  const named = isOfAll(path) ? t`All connections` : current ? nameOf(current) : "";
  const project = projectOfPath(path);
  const title = (() => {
    if (/^(\/c\/[^/]+)?\/reports\/./.test(path)) return t`Report – ${named}`;
    if (/^(\/c\/[^/]+)?\/reports|^\/library/.test(path)) return t`Reports – ${named}`;
    if (project !== undefined) return t`${project} – ${named}`;
    if (/^\/c\/[^/]+\/projects/.test(path)) return t`Projects – ${named}`;
    if (/^(\/c\/[^/]+)?\/overview/.test(path)) return t`Overview – ${named}`;
    if (/^(\/c\/[^/]+)?\/compare/.test(path)) return t`Comparison – ${named}`;
    if (/^(\/c\/[^/]+)?\/moments/.test(path)) return t`Compare moments – ${named}`;
    if (/^\/c\/[^/]+\/changes/.test(path)) return t`Changes – ${named}`;
    if (/^(\/c\/[^/]+)?\/fix-list/.test(path)) return t`Fix list – ${named}`;
    if (/^\/c\/[^/]+\/batches\/new/.test(path)) return t`New batch – ${named}`;
    if (/^\/c\/[^/]+\/batches\/./.test(path)) return t`Batch – ${named}`;
    if (/^\/c\/[^/]+\/batches/.test(path)) return t`Batches – ${named}`;
    if (path === "/sweep") return t`Public reports`;
    if (path === "/connections/new") return t`New connection`;
    if (/^\/connections\/.+\/edit$/.test(path)) return t`Edit connection`;
    if (/^\/connections\/.+\/check$/.test(path)) return t`Connection test`;
    if (path === "/connections") return t`Connections`;
    if (path === "/settings/notices") return t`Open-source licenses`;
    if (path === "/settings") return t`Settings`;
    return t`Welcome`;
  })();
  useEffect(() => {
    document.title = `${title} – Assay`;
  }, [title]);
  return title;
}

function SettingsSetAside() {
  const { settings_set_aside: file } = useStart();
  const [isClosed, setClosed] = useState(false);
  if (file === null || isClosed) return null;
  return (
    <Banner
      tone="warning"
      rank="app"
      action={
        <Button onPress={() => setClosed(true)}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <Trans>
        Assay couldn’t read its settings and started with defaults. The old file is saved as <b>{file}</b>.
      </Trans>
    </Banner>
  );
}
