import { oneByOne } from "../../app/one-by-one";
import { type Host, problemOf } from "../../host";
import type { Page, Problem, Project, ReportRow, UnreadableRow } from "../../host/contract";

/** How far a run is. */
export type Step =
  | { at: "reading" }
  /** Both counted in reports. */
  | { at: "deleting"; finished: number; of: number }
  /** Looking whether the project is still listed. */
  | { at: "looking" };

/** What became of a run. */
export type End = {
  deleted: number;
  /** How many were deleted elsewhere before. */
  gone: number;
  failed: { report: ReportRow; problem: Problem }[];
  untried: number;
  /** Rows that may be reports of the project, and that cannot be deleted. */
  unreadable: UnreadableRow[];
  /** Reports that are not known to be the project's came in its list: none was deleted. */
  isMixed: boolean;
  isStopped: boolean;
  /** Why a list could not be read, if so. */
  problem: Problem | null;
  /** What the service then lists; unknown where that was not asked. */
  project: "gone" | "empty" | "listed" | "unknown";
};

/**
 * Deletes the reports of a project one after the other, and no other report: some services delete one too many with a
 * project (`field-notes.md` 26). All pages of its reports are read before the first is deleted, and again after the
 * last, since not every service tells of another page (`field-notes.md` 10, 11). Goes on after a failure as
 * {@link oneByOne} does. Never rejects.
 */
export async function deleteReportByReport(
  host: Host,
  connection: string,
  project: string,
  onStep: (step: Step) => void,
  signal: AbortSignal,
): Promise<End> {
  const options = { background: true, signal };
  const tried = new Set<string>();
  const end: End = {
    deleted: 0,
    gone: 0,
    failed: [],
    untried: 0,
    unreadable: [],
    isMixed: false,
    isStopped: false,
    problem: null,
    project: "unknown",
  };

  async function remove(id: string) {
    try {
      await host.call("report_delete", { connection, id }, options);
      end.deleted += 1;
    } catch (thrown) {
      if (problemOf(thrown).code !== "not_found") throw thrown;
      end.gone += 1;
    }
  }

  async function removeAll(reports: Map<string, ReportRow>) {
    const before = tried.size;
    const show = (finished: number) =>
      onStep({ at: "deleting", finished: before + finished, of: before + reports.size });
    show(0);
    const outcome = await oneByOne([...reports.keys()], remove, show, signal);
    for (const [id, report] of reports) {
      tried.add(id);
      const problem = outcome.failed.find((failure) => failure.id === id)?.problem;
      if (problem) end.failed.push({ report, problem });
    }
    end.untried = outcome.untried.length;
  }

  /** The reports of the project that were not tried yet, or null where others came as well. */
  async function readReports() {
    const reports = new Map<string, ReportRow>();
    end.unreadable = [];
    const read = (page: { page?: number }) =>
      host.call("reports_list", { connection, query: { project, per_page: 100, ...page } }, options);
    for await (const { rows, unreadable, filter_ignored } of everyPage(read, ({ id }) => id)) {
      if (filter_ignored || rows.some((row) => row.project !== project)) return null;
      for (const row of rows) if (!tried.has(row.id)) reports.set(row.id, row);
      end.unreadable.push(...unreadable);
    }
    return reports;
  }

  async function findProject(): Promise<Project | undefined> {
    const read = (page: { page?: number }) =>
      host.call("projects_list", { connection, query: { search: project, per_page: 100, ...page } }, options);
    for await (const { rows } of everyPage(read, (row) => row.project)) {
      const found = rows.find((row) => row.project === project);
      if (found) return found;
    }
    return undefined;
  }

  try {
    let reports: Map<string, ReportRow> | null;
    do {
      onStep({ at: "reading" });
      reports = await readReports();
      if (reports && reports.size > 0) await removeAll(reports);
      if (end.untried > 0 || signal.aborted) return { ...end, isStopped: signal.aborted };
    } while (reports && reports.size > 0);
    // Once they were deleted, a service may list anything for a project that it no longer knows.
    if (reports === null && tried.size === 0) return { ...end, isMixed: true };
    if (end.failed.length > 0 || end.unreadable.length > 0) return end;
    onStep({ at: "looking" });
    const found = await findProject();
    if (!found) return { ...end, project: "gone" };
    const isEmpty = reports !== null && (found.reports ?? 0) === 0;
    return { ...end, project: isEmpty ? "empty" : "listed" };
  } catch (thrown) {
    return signal.aborted ? { ...end, isStopped: true } : { ...end, problem: problemOf(thrown) };
  }
}

/** The pages of a list, up to one that says it is the last or that brings nothing new. */
async function* everyPage<Row>(read: (page: { page?: number }) => Promise<Page<Row>>, idOf: (row: Row) => string) {
  const seen = new Set<string>();
  for (let number = 1; ; number++) {
    const before = seen.size;
    const page = await read(number > 1 ? { page: number } : {});
    yield page;
    for (const row of page.rows) seen.add(idOf(row));
    if (!page.has_next || seen.size === before) return;
  }
}
