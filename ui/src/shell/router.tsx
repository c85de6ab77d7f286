import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { readProjectSearch } from "../features/projects/search";
import { preloadReports, ReportsScreen, readReportSearch } from "../features/reports";
import { CONNECTION_FIELDS, type ConnectionField } from "../shared/navigation/routes";
import { RouteCrash, WindowCrash } from "./Crash";
import { ConnectionLayout } from "./frame/ConnectionLayout";
import { Frame } from "./frame/Frame";
import type { Preload } from "./preload";
import { NotFoundScreen, StartRedirect } from "./StartRedirect";

const root = createRootRoute({ component: Frame, errorComponent: WindowCrash });

const screens = () => import("../features/connections");

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  component: lazyRouteComponent(screens, "Welcome"),
});

const connections = createRoute({
  getParentRoute: () => root,
  path: "/connections",
  component: lazyRouteComponent(screens, "ConnectionsScreen"),
});

const newConnection = createRoute({
  getParentRoute: () => root,
  path: "/connections/new",
  component: lazyRouteComponent(screens, "NewConnectionScreen"),
});

const editConnection = createRoute({
  getParentRoute: () => root,
  path: "/connections/$connection/edit",
  validateSearch: (raw: Record<string, unknown>): { focus?: ConnectionField } => {
    const focus = CONNECTION_FIELDS.find((field) => field === raw.focus);
    return focus ? { focus } : {};
  },
  component: lazyRouteComponent(screens, "EditConnectionScreen"),
});

const checkConnection = createRoute({
  getParentRoute: () => root,
  path: "/connections/$connection/check",
  component: lazyRouteComponent(screens, "CheckScreen"),
});

const settingsScreens = () => import("../features/settings");

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  validateSearch: ({ section }: Record<string, unknown>): { section?: string } =>
    typeof section === "string" ? { section } : {},
  component: lazyRouteComponent(settingsScreens, "SettingsScreen"),
});

const notices = createRoute({
  getParentRoute: () => root,
  path: "/settings/notices",
  component: lazyRouteComponent(settingsScreens, "NoticesScreen"),
});

const connection = createRoute({ getParentRoute: () => root, path: "/c/$connection", component: ConnectionLayout });

const preload: Preload = ({ host, queries, preferences, params: { connection = "" }, search }) =>
  preloadReports(host, queries, connection, readReportSearch(search), preferences);

const reports = createRoute({
  getParentRoute: () => connection,
  path: "/reports",
  validateSearch: readReportSearch,
  component: ReportsScreen,
  staticData: { preload },
});

// The list's screen shows the open report beside it.
const report = createRoute({ getParentRoute: () => reports, path: "/$report" });

const compareScreen = lazyRouteComponent(() => import("../features/reports/history/CompareScreen"), "CompareScreen");

const compare = createRoute({ getParentRoute: () => connection, path: "/compare", component: compareScreen });
const allCompare = createRoute({ getParentRoute: () => root, path: "/compare", component: compareScreen });

const momentsScreens = () => import("../features/reports/moments/CompareMomentsScreen");

// The lazy screens validate these search parameters.
const allMoments = createRoute({
  getParentRoute: () => root,
  path: "/moments",
  component: lazyRouteComponent(momentsScreens, "AllCompareMomentsScreen"),
});
const moments = createRoute({
  getParentRoute: () => connection,
  path: "/moments",
  component: lazyRouteComponent(momentsScreens, "CompareMomentsScreen"),
});

const projects = createRoute({
  getParentRoute: () => connection,
  path: "/projects",
  validateSearch: readProjectSearch,
  component: lazyRouteComponent(() => import("../features/projects"), "ProjectsScreen"),
});

const projectScreens = () => import("../features/projects/screen");

const project = createRoute({
  getParentRoute: () => connection,
  path: "/projects/$project",
  component: lazyRouteComponent(projectScreens, "ProjectLayout"),
});
const projectOverview = createRoute({
  getParentRoute: () => project,
  path: "/",
  component: lazyRouteComponent(projectScreens, "ProjectOverview"),
});
const projectReports = createRoute({
  getParentRoute: () => project,
  path: "/reports",
  validateSearch: readReportSearch,
  component: ReportsScreen,
});
const projectReport = createRoute({ getParentRoute: () => projectReports, path: "/$report" });

const overviewScreens = () => import("../features/overview");

const overview = createRoute({
  getParentRoute: () => connection,
  path: "/overview",
  component: lazyRouteComponent(overviewScreens, "OverviewScreen"),
});

const allOverview = createRoute({
  getParentRoute: () => root,
  path: "/overview",
  component: lazyRouteComponent(overviewScreens, "AllOverviewScreen"),
});

const changes = createRoute({
  getParentRoute: () => connection,
  path: "/changes",
  component: lazyRouteComponent(overviewScreens, "ChangesScreen"),
});

const projectChanges = createRoute({
  getParentRoute: () => project,
  path: "/changes",
  component: lazyRouteComponent(overviewScreens, "ChangesScreen"),
});

const batchScreens = () => import("../features/batches");

const batches = createRoute({
  getParentRoute: () => connection,
  path: "/batches",
  component: lazyRouteComponent(batchScreens, "BatchesScreen"),
});

const newBatch = createRoute({
  getParentRoute: () => connection,
  path: "/batches/new",
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: number } => (typeof plan === "number" ? { plan } : {}),
  // The form of another plan, or of none, is another one.
  remountDeps: ({ search }) => search,
  component: lazyRouteComponent(batchScreens, "NewBatchScreen"),
});

const batch = createRoute({
  getParentRoute: () => connection,
  path: "/batches/$batch",
  component: lazyRouteComponent(() => import("../features/batches/BatchScreen"), "BatchScreen"),
});

const publicReports = createRoute({
  getParentRoute: () => root,
  path: "/sweep",
  component: lazyRouteComponent(() => import("../features/public-reports"), "PublicReportsScreen"),
});

const allReports = createRoute({
  getParentRoute: () => root,
  path: "/reports",
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import("../features/reports/AllReportsScreen"), "AllReportsScreen"),
});
const anyReport = createRoute({ getParentRoute: () => allReports, path: "/$connection/$report" });

const fixLists = () => import("../features/reports/library/fix-list/FixListScreen");

// The lazy screens validate these search parameters.
const allFixes = createRoute({
  getParentRoute: () => root,
  path: "/fix-list",
  component: lazyRouteComponent(fixLists, "AllFixListScreen"),
});
const fixList = createRoute({
  getParentRoute: () => connection,
  path: "/fix-list",
  component: lazyRouteComponent(fixLists, "FixListScreen"),
});

const projectFixes = createRoute({
  getParentRoute: () => project,
  path: "/fix-list",
  component: lazyRouteComponent(fixLists, "FixListScreen"),
});

// Stored places may lead there.
const oldLibrary = createRoute({
  getParentRoute: () => root,
  path: "/library/$",
  component: lazyRouteComponent(() => import("./OldPlace"), "OldPlace"),
});

const first = createRoute({ getParentRoute: () => root, path: "/", component: StartRedirect });
const sample = createRoute({
  getParentRoute: () => root,
  path: "/sample",
  component: lazyRouteComponent(() => import("./OpenSample"), "OpenSample"),
});

const routeTree = root.addChildren([
  first,
  sample,
  welcome,
  connections,
  newConnection,
  editConnection,
  checkConnection,
  settings,
  notices,
  allOverview,
  allReports.addChildren([anyReport]),
  allFixes,
  allCompare,
  allMoments,
  oldLibrary,
  publicReports,
  connection.addChildren([
    overview,
    reports.addChildren([report]),
    compare,
    moments,
    changes,
    fixList,
    projects,
    project.addChildren([projectOverview, projectReports.addChildren([projectReport]), projectFixes, projectChanges]),
    batches,
    newBatch,
    batch,
  ]),
]);

/** The app's routes; history is in the URL's hash by default. */
export function makeRouter(history: RouterHistory = createHashHistory()) {
  return createRouter({
    routeTree,
    history,
    defaultErrorComponent: RouteCrash,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingMs: 150,
    scrollRestoration: false,
  });
}

export type AppRouter = ReturnType<typeof makeRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
