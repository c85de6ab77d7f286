import type {
  Calls,
  FieldReason,
  NormalizedUrl,
  Page,
  PageSize,
  Project,
  Report,
  ReportQuery,
  ReportRow,
  ReportSort,
  ServiceCapabilities,
} from "../contract";
import { type CallName, makeProblem, ProblemError } from "../host";
import { isMixed, severalIn } from "../page-urls";
import { analyzed, diceOf, keptAddress, seededReports, verdictOf } from "./data";

export type ServiceCall = Exclude<
  Extract<CallName, "reports_list" | "projects_list" | `report_${string}` | "project_delete">,
  "library_report" | "report_history"
>;

type Handlers = { [N in ServiceCall]: (request: Calls[N]["request"], like: ServiceCapabilities) => Calls[N]["answer"] };

/** The service behind all fake connections; it behaves as the connection's capabilities say. */
export class FakeService {
  /** Oldest first. */
  reports: Report[];
  readonly #now: () => number;
  #nextId: number;
  #runs = 0;

  constructor(reports: Report[], now: () => number) {
    this.reports = reports;
    this.#now = now;
    this.#nextId = 4100 + reports.length;
  }

  /** Restores the generated reports. */
  reset(): void {
    this.reports = seededReports(this.#now());
  }

  readonly handlers: Handlers = {
    reports_list: ({ query }, like) => {
      const rows = selected(
        this.reports.map(({ row }) => asRated(row, like)),
        query,
      );
      const by = query.sort_by ?? "id";
      const isSorted = like.sorts[by] !== false;
      const page = paged(sorted(rows, SORT_KEYS[isSorted ? by : "id"], isSorted ? query.sort : "desc"), query, like);
      return { ...page, sort_ignored: !isSorted && rows.length > 1 };
    },
    report_read: ({ id }, like) => {
      const report = this.#report(id);
      return { ...report, row: asRated(report.row, like) };
    },
    report_create: ({ report: { url: typed, privacy, password } }) => {
      const url = readPage(typed);
      if (url.hostname.startsWith("unreachable.")) {
        const said = "The page couldn’t be fetched.";
        throw refused("url", { kind: "said", messages: [said] }, said);
      }
      needPassword(privacy, password);
      const id = String(this.#nextId++);
      const { checks, score } = analyzed(url.href, diceOf(this.#nextId));
      const at = new Date(this.#now()).toISOString();
      const row: ReportRow = {
        id,
        address: keptAddress(url),
        url: url.href,
        project: url.host.replace(/^www\./, ""),
        verdict: verdictOf(score),
        score,
        privacy,
        has_password: privacy === "password",
        generated_at: at,
        created_at: at,
        updated_at: at,
        odd: [],
      };
      const report: Report = { row, checks, other: {} };
      this.reports = [...this.reports, report];
      return { report, unsettled: null, not_applied: [], is_other_page: false, answer_lost: null, unkept: null };
    },
    report_find_created: ({ url, since }) => {
      const wanted = keptAddress(readPage(url));
      const rows = this.reports.map(({ row }) => row).reverse();
      const younger = rows.filter((row) => (row.created_at ?? "") >= since);
      const found = younger.find((row) => row.address === wanted) ?? null;
      return { found, others: younger.filter((row) => row !== found).slice(0, 10) };
    },
    report_update: ({ id, update }) => {
      const report = this.#report(id);
      if (!update.privacy && !update.results) throw invalid("privacy", { kind: "nothing_to_change" });
      const at = new Date(this.#now()).toISOString();
      if (update.privacy) {
        needPassword(update.privacy, update.password);
        report.row.privacy = update.privacy;
        report.row.has_password = update.privacy === "password";
      }
      if (update.results) {
        const { checks, score } = analyzed(report.row.url ?? "", diceOf(++this.#runs));
        report.checks = checks;
        Object.assign(report.row, { score, verdict: verdictOf(score), generated_at: at });
      }
      report.row.updated_at = at;
      return { report, unsettled: null, not_applied: [], is_other_page: false, answer_lost: null, unkept: null };
    },
    report_delete: ({ id }) => {
      this.#report(id);
      this.reports = this.reports.filter(({ row }) => row.id !== id);
      return { id, answer_lost: null };
    },
    projects_list: ({ query }, like) => {
      const term = query.search?.toLowerCase();
      const rows = [...new Set(this.reports.map(({ row }) => row.project ?? ""))]
        .filter((project) => project !== "" && (!term || project.toLowerCase().includes(term)))
        .map((project) => this.#project(project, like));
      const by = query.sort_by ?? "created_at";
      return paged(
        sorted(rows, (row) => row[by] ?? "", query.sort),
        query,
        like,
      );
    },
    project_delete: ({ project }) => {
      if (!this.reports.some(({ row }) => row.project === project)) throw notFound();
      this.reports = this.reports.filter(({ row }) => row.project !== project);
      return { id: project, answer_lost: null };
    },
  };

  #report(id: string): Report {
    const report = this.reports.find(({ row }) => row.id === id);
    if (!report) throw notFound();
    return report;
  }

  #project(project: string, like: ServiceCapabilities): Project {
    const reports = this.reports.filter(({ row }) => row.project === project);
    const sum = reports.reduce((total, { row }) => total + (row.score ?? 0), 0);
    return {
      project,
      reports: reports.length,
      mean_score: like.rating === "word" ? null : Math.round(sum / reports.length),
      created_at: reports[0]?.row.created_at ?? null,
      odd: [],
      other: {},
    };
  }
}

const SORT_KEYS: Record<ReportSort, (row: ReportRow) => string | number> = {
  id: (row) => Number(row.id),
  generated_at: (row) => row.generated_at ?? "",
  url: (row) => row.address,
  result: (row) => row.score ?? -1,
};

/** A row as this service would return it: some have verdicts without scores. */
export function asRated(row: ReportRow, like: ServiceCapabilities): ReportRow {
  return like.rating === "word" ? { ...row, score: null } : row;
}

function selected(rows: readonly ReportRow[], { search, project, result }: ReportQuery): ReportRow[] {
  return rows.filter((row) => {
    const isFound = !search || row.address.toLowerCase().includes(search.toLowerCase());
    return isFound && (!project || row.project === project) && (!result || row.verdict === result);
  });
}

export function sorted<T>(rows: T[], key: (row: T) => string | number, direction?: "asc" | "desc" | null): T[] {
  const sign = direction === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one === other ? 0 : sign * (one < other ? -1 : 1);
  });
}

export function paged<T>(
  rows: T[],
  query: { per_page: PageSize; page?: number | null },
  { paging }: ServiceCapabilities,
): Page<T> {
  const number = query.page ?? 1;
  const offset = (number - 1) * query.per_page;
  return {
    rows: rows.slice(offset, offset + query.per_page),
    unreadable: [],
    number,
    total: paging === "totals" || paging === null ? rows.length : null,
    offset,
    has_next: paging !== "unsaid" && offset + query.per_page < rows.length,
    sort_ignored: false,
    filter_ignored: false,
  };
}

function needPassword(privacy: string, password: string | null | undefined): void {
  if (privacy !== "password") return;
  if (!password) throw invalid("password", { kind: "required" });
  if ([...password].length > 128) throw invalid("password", { kind: "too_long", limit: 128 });
}

/** Parses a page's URL like the core. */
export function readPage(typed: string): URL {
  return new URL(checkPage(typed).url);
}

/** Normalizes a page's URL like the core: https by default, and no fragment. */
export function checkPage(typed: string): NormalizedUrl {
  const text = typed.trim();
  const refuse = (kind: "required" | "not_an_address" | "no_host" | "space_in_host" | "several_addresses") =>
    invalid("url", { kind });
  if (text === "") throw refuse("required");
  if (severalIn(text) || isMixed(text)) throw refuse("several_addresses");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no address has
  if (/[\0-\x1f\x7f-\x9f]/.test(text)) throw refuse("not_an_address");
  const hasScheme = /^[a-z\d+.-]+:\/\/|^(https?|mailto|javascript|data|file|about|tel):/i.test(text);
  const whole = hasScheme ? text : `https://${text}`;
  const [, address = "", fragment = ""] = /^(.*?)\s*(#.*)?$/.exec(whole) ?? [];
  const host = /^https?:(?:\/\/([^/\\?]*))?/i.exec(address);
  if (host && host[1] === undefined) throw refuse("not_an_address");
  if (host?.[1] === "") throw refuse("no_host");
  if (/\s/.test(host?.[1] ?? "")) throw refuse("space_in_host");
  const url = URL.parse(address);
  if (!url) throw refuse("not_an_address");
  if (!/^https?:$/.test(url.protocol)) throw invalid("url", { kind: "unsupported_scheme" });
  if (url.href.length > 2048) throw invalid("url", { kind: "too_long", limit: 2048 });
  return { url: url.href, fragment: fragment.length > 1 ? new URL(`https://x/${fragment}`).hash : null };
}

function notFound(): ProblemError {
  return new ProblemError(makeProblem("not_found", { status: 404, said: "Resource not found." }));
}

function invalid(field: string, reason: FieldReason): ProblemError {
  return new ProblemError(makeProblem("invalid_input", { fields: [{ field, reason }] }));
}

function refused(field: string, reason: FieldReason, said: string): ProblemError {
  return new ProblemError(makeProblem("refused_input", { fields: [{ field, reason }], said, status: 422 }));
}
