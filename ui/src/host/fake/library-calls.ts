import type {
  Branding,
  Calls,
  Connection,
  Exported,
  ExportFormat,
  ExportOf,
  LibraryInfo,
  LibraryProjectSort,
  Project,
  ProjectSummary,
  Report,
} from "../contract";
import { type CallName, makeProblem, ProblemError } from "../host";
import { type FakeLibrary, lastOf } from "./library";
import { emptyLibrary, sampleLibrary } from "./recorded";
import { FakeService, paged, sorted } from "./service";
import type { FakeSyncs } from "./sync";

export type LibraryCall = Extract<
  CallName,
  | "library_list"
  | "library_counts"
  | "library_revision"
  | "library_projects"
  | "project_summaries"
  | "library_report"
  | "library_trends"
  | "check_names"
  | "check_search_prepare"
  | "report_history"
  | "snapshot_read"
  | "snapshots_compare"
  | "reports_compare"
  | "moments_compare"
  | "changes_mark_seen"
  | "changes_count"
  | "fix_list"
  | "overview_read"
  | "library_info"
  | "library_clear"
  | "library_backup"
  | "library_restore"
  | "syncs_list"
  | "sync_start"
  | "sync_stop"
  | "notification_show"
  | "export_save"
  | "window_print"
  | "client_report_save"
  | "branding_read"
  | "branding_save"
  | "logo_choose"
>;

type Handlers = { [N in LibraryCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

type Around = {
  library: FakeLibrary;
  syncs: FakeSyncs;
  connections: () => readonly Connection[];
  /** The connection; throws if it doesn't exist. */
  known: (id: string) => Connection;
  /** The service's reports. */
  reports: () => readonly Report[];
  /** The path of a file of this name in the folder the user picks. */
  choose: (name: string) => string | null;
  /** Reports that the library changed. */
  changed: () => void;
  now: () => number;
};

export function libraryHandlers(around: Around): Handlers {
  const { library, syncs, now } = around;
  let branding: Branding = { name: "", footer: "", accent: null, logo: null };
  const recording = () => (library.everything().length > 0 ? sampleLibrary : emptyLibrary);
  const recorded =
    <N extends LibraryCall>(name: N) =>
    (request: Calls[N]["request"]) =>
      recording().answer(name, request);
  /** The recorded answer, if there is one. */
  const recordedOr =
    <N extends LibraryCall>(name: N, other: (request: Calls[N]["request"]) => Calls[N]["answer"]) =>
    (request: Calls[N]["request"]) =>
      recording().has(name, request) ? recording().answer(name, request) : other(request);
  const reads = {
    library_list: recordedOr("library_list", (query) => library.list(query)),
    library_counts: (queries) => library.counts(queries),
    library_revision: () => "1",
    library_report: (ref) => library.known(ref),
    project_summaries: (query) => library.summaries(query),
    library_trends: ({ connection, ids, checks }) => library.trends(connection, ids, checks ?? []),
    check_names: () => library.checkNames(),
    check_search_prepare: () => null,
    report_history: recordedOr("report_history", (ref) => library.history(ref)),
    snapshot_read: recorded("snapshot_read"),
    snapshots_compare: recorded("snapshots_compare"),
    reports_compare: recorded("reports_compare"),
    moments_compare: recorded("moments_compare"),
    changes_count: recorded("changes_count"),
    fix_list: recorded("fix_list"),
    overview_read: recorded("overview_read"),
  } satisfies Partial<Handlers>;
  return {
    ...reads,
    ...fileHandlers(around),
    library_projects: ({ connection, query: { sort_by, ...query } }) => {
      const reports = library.there(connection).map((known) => lastOf(known).report);
      const like = { ...around.known(connection).generation, paging: "totals" } as const;
      const { handlers } = new FakeService(reports, now);
      if (sort_by == null || sort_by === "created_at" || sort_by === "project") {
        return handlers.projects_list({ connection, query: { ...query, ...(sort_by && { sort_by }) } }, like);
      }
      const all = handlers.projects_list({ connection, query: { ...query, per_page: 100, page: null } }, like).rows;
      const names = all.map(({ project }) => project);
      const summaries = library.summaries({ connection, projects: names, days: 90, stale_days: 90 });
      const figure = (row: Project) => {
        const summary = summaries.find(({ project }) => project === row.project);
        return summary ? FIGURES[sort_by](summary) : "";
      };
      return paged(sorted(all, figure, query.sort), query, like);
    },
    changes_mark_seen: () => {
      library.lastVisit = now();
      return null;
    },
    syncs_list: () => around.connections().map(({ id }) => syncs.state(id)),
    sync_start: ({ connection, kind }) => {
      syncs.start(around.known(connection).id, kind);
      return null;
    },
    sync_stop: ({ id }) => {
      syncs.stop(around.known(id).id);
      return null;
    },
    notification_show: () => null,
    export_save: ({ of, format, name }) => {
      const rows = rowsOf(of, around, reads);
      return exported(around.choose(`${name}.${EXTENSIONS[format.kind]}`), rows, 300 + rows * 120);
    },
    window_print: () => null,
    client_report_save: ({ format, name }) => exported(around.choose(`${name}.${format}`), 1, 24_000),
    branding_read: () => branding,
    branding_save: (saved) => {
      branding = saved;
      return null;
    },
    logo_choose: () => around.choose("logo.png") && "data:image/png;base64,iVBORw0KGgo=",
  };
}

type FileCall = "library_info" | "library_clear" | "library_backup" | "library_restore";

/** Calls about the library's file. */
function fileHandlers({ library, choose, changed }: Around): Pick<Handlers, FileCall> {
  const info = (): LibraryInfo => {
    const everything = library.everything();
    const snapshots = everything.reduce((sum, { seen }) => sum + seen.length, 0);
    const file = "/home/ada/.local/share/dev.assay.app/library.db";
    const bytes = 40_960 + snapshots * 730;
    return { state: "ready", file, bytes, reports: everything.length, snapshots, set_aside: null };
  };
  return {
    library_info: info,
    library_clear: () => {
      library.clear();
      changed();
      return info();
    },
    library_backup: () => {
      const file = choose("assay-library.backup");
      if (file !== null) library.backup();
      return exported(file, info().reports, info().bytes);
    },
    library_restore: () => {
      if (choose("assay-library.backup") === null) return null;
      if (!library.restore()) throw new ProblemError(makeProblem("not_a_library"));
      changed();
      return info();
    },
  };
}

function exported(file: string | null, rows: number, bytes: number): Exported | null {
  return file === null ? null : { file, rows, unreadable: 0, bytes };
}

type Reads = Pick<Handlers, "fix_list" | "report_history">;

/** How many rows an export has. */
function rowsOf(of: ExportOf, { library, reports, known, now }: Around, { fix_list, report_history }: Reads): number {
  switch (of.kind) {
    case "list":
      return new FakeService([...reports()], now).handlers.reports_list(of, known(of.connection).generation).rows
        .length;
    case "library":
      return library.select(of.query).length;
    case "selection":
      return of.ids.length;
    case "fix_list":
      return fix_list(of.query).checks.length;
    case "projects":
      return new Set(library.there(of.connection).map((known) => lastOf(known).report.row.project)).size;
    case "history":
      return report_history({ connection: of.connection, id: of.id }).snapshots.length;
  }
}

const FIGURES: Record<
  Exclude<LibraryProjectSort, "created_at" | "project">,
  (summary: ProjectSummary) => number | string
> = {
  reports: ({ reports }) => reports,
  verdicts: ({ verdicts: { good, bad }, reports }) => (good - bad) / reports,
  score: ({ mean_score }) => mean_score ?? -1,
  trend: ({ trend }) => (trend.at(-1) ?? 0) - (trend.find((average) => average !== null) ?? 0),
  failing: ({ failing }) => failing,
  checked: ({ checked_at }) => checked_at ?? "",
};

const EXTENSIONS: Record<ExportFormat["kind"], string> = { csv: "csv", xlsx: "xlsx", json: "json" };
