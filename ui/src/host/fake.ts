import type {
  Calls,
  Connection,
  ConnectionDraft,
  FieldProblem,
  FieldReason,
  Page,
  PageSize,
  Problem,
  Report,
  Start,
} from "./contract";
import { fakeCheck, readBase, whyKeyIsNeeded } from "./fake-connections";
import { analysed, diceOf, keptAddress, seededReports, verdictOf } from "./fake-data";
import { type CallName, type Host, makeProblem, ProblemError } from "./host";

type Handlers = { [N in CallName]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

/** One call that the fake received. */
export type FakeCall = { [N in CallName]: { name: N; request: Calls[N]["request"] } }[CallName];

/** What the fake starts with. */
export type FakeOptions = {
  /** What `app_start` answers, as far as it matters. */
  start?: Partial<Start>;
  /** The reports of every connection; about 240 made-up ones by default. */
  reports?: Report[];
  /** What happens to keys that are to be saved in the keychain. */
  keychain?: "works" | "keychain_missing" | "keychain_locked" | "keychain_failed";
  /** How long each call takes, in milliseconds. */
  latency?: number;
  /** What counts as now, in milliseconds since 1970. */
  now?: () => number;
};

/** An example connection whose key is in the keychain. */
export const exampleConnection: Connection = {
  id: "c1",
  name: "Brightleaf",
  base_url: "https://seo.brightleaf.example",
  allow_insecure: false,
  sample: false,
  key: "keychain",
};

/** A complete core in memory, for tests and for work on the window in a plain browser. */
export class FakeHost implements Host {
  /** Every call so far, in order. */
  readonly calls: FakeCall[] = [];
  /** The reports of every connection, oldest first; tests may change them. */
  reports: Report[];
  /** What happens to keys that are to be saved in the keychain. */
  keychain: NonNullable<FakeOptions["keychain"]>;
  readonly #start: Start;
  readonly #now: () => number;
  readonly #failures = new Map<CallName, { problem: Problem; times: number }>();
  readonly #holds = new Map<CallName, Promise<void>>();
  readonly #latency: number;
  #nextId: number;

  constructor(options: FakeOptions = {}) {
    this.#now = options.now ?? Date.now;
    this.#latency = options.latency ?? 0;
    this.keychain = options.keychain ?? "works";
    this.reports = options.reports ?? seededReports(this.#now());
    this.#nextId = 4100 + this.reports.length;
    this.#start = {
      version: "0.1.0",
      platform: "linux",
      desktop: "gnome",
      preferences: { theme: "system", page_size: 25, place: null },
      connections: [exampleConnection],
      open_sample: false,
      settings_set_aside: null,
      ...options.start,
    };
  }

  /** Makes the next calls of this name fail: all of them, or as many as `times` says. */
  fail(name: CallName, problem: Problem | Problem["code"], times = Number.POSITIVE_INFINITY): void {
    this.#failures.set(name, { problem: typeof problem === "string" ? makeProblem(problem) : problem, times });
  }

  /** Ends what {@link fail} began. */
  heal(name: CallName): void {
    this.#failures.delete(name);
  }

  /** Keeps calls of this name from answering until the returned function is called. */
  hold(name: CallName): () => void {
    let release = () => {};
    this.#holds.set(name, new Promise((resolve) => (release = resolve)));
    return () => {
      this.#holds.delete(name);
      release();
    };
  }

  /** The requests of one call so far. */
  requests<N extends CallName>(name: N): Calls[N]["request"][] {
    return this.calls.filter((call) => call.name === name).map((call) => call.request as Calls[N]["request"]);
  }

  async call<N extends CallName>(name: N, request: Calls[N]["request"]): Promise<Calls[N]["answer"]> {
    this.calls.push({ name, request } as FakeCall);
    if (this.#latency > 0) await new Promise((resolve) => setTimeout(resolve, this.#latency));
    await this.#holds.get(name);
    const failure = this.#failures.get(name);
    if (failure && failure.times > 0) {
      failure.times -= 1;
      throw new ProblemError(failure.problem);
    }
    // A copy, as what comes over the real channel is one.
    return structuredClone(this.#handlers[name](request));
  }

  readonly #handlers: Handlers = {
    app_start: () => this.#start,
    app_painted: () => null,
    preferences_save: (preferences) => {
      this.#start.preferences = preferences;
      return preferences;
    },
    address_check: ({ url }) => ({ url: readPage(url).href }),
    address_open: ({ url }) => {
      readPage(url);
      return null;
    },
    connections_list: () => this.#start.connections,
    connection_test: (draft) => fakeCheck(draft, this.#find(draft.id), this.reports.length),
    connection_save: (draft) => this.#saveConnection(draft),
    connection_remove: ({ id, leave_key }) => {
      if (this.#known(id).key === "keychain" && !leave_key) this.#useKeychain();
      this.#start.connections = this.#start.connections.filter((connection) => connection.id !== id);
      return null;
    },
    sample_open: () => {
      const sample: Connection = {
        id: "sample",
        name: "Sample workspace",
        base_url: "http://127.0.0.1:40123",
        allow_insecure: false,
        sample: true,
        key: "memory",
      };
      if (!this.#find("sample")) this.#start.connections = [...this.#start.connections, sample];
      return sample;
    },
    sample_reset: () => {
      this.reports = seededReports(this.#now());
      return null;
    },
    reports_list: ({ connection, query }) => {
      this.#reachable(connection);
      const term = query.search?.toLowerCase();
      const rows = this.reports
        .map(({ row }) => row)
        .filter(
          (row) =>
            (!term || row.address.toLowerCase().includes(term)) &&
            (!query.project || row.project === query.project) &&
            (!query.result || row.verdict === query.result),
        );
      const key = {
        id: (row: Report["row"]) => Number(row.id),
        generated_at: (row: Report["row"]) => row.generated_at ?? "",
        url: (row: Report["row"]) => row.address,
        result: (row: Report["row"]) => row.score ?? -1,
      }[query.sort_by ?? "id"];
      return paged(sorted(rows, key, query.sort), query);
    },
    report_read: ({ connection, id }) => {
      this.#reachable(connection);
      return this.#report(id);
    },
    report_create: ({ connection, report: { url: typed, privacy, password } }) => {
      this.#reachable(connection);
      const url = readPage(typed);
      if (url.hostname.startsWith("unreachable.")) {
        const said = "The page could not be fetched.";
        throw refused("url", { kind: "said", messages: [said] }, said);
      }
      needPassword(privacy, password);
      const id = String(this.#nextId++);
      const { checks, score } = analysed(url.href, diceOf(this.#nextId));
      const at = new Date(this.#now()).toISOString();
      const row: Report["row"] = {
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
      return { report, unsettled: null };
    },
    report_update: ({ connection, id, update }) => {
      this.#reachable(connection);
      const report = this.#report(id);
      if (!update.privacy && !update.results) throw invalid("privacy", { kind: "nothing_to_change" });
      const at = new Date(this.#now()).toISOString();
      if (update.privacy) {
        needPassword(update.privacy, update.password);
        report.row.privacy = update.privacy;
        report.row.has_password = update.privacy === "password";
      }
      if (update.results) {
        const { checks, score } = analysed(report.row.url ?? "", diceOf(this.#now()));
        report.checks = checks;
        Object.assign(report.row, { score, verdict: verdictOf(score), generated_at: at });
      }
      report.row.updated_at = at;
      return { report, unsettled: null };
    },
    report_delete: ({ connection, id }) => {
      this.#reachable(connection);
      this.#report(id);
      this.reports = this.reports.filter(({ row }) => row.id !== id);
      return { id };
    },
    projects_list: ({ connection, query }) => {
      this.#reachable(connection);
      const term = query.search?.toLowerCase();
      const rows = [...new Set(this.reports.map(({ row }) => row.project ?? ""))]
        .filter((project) => project !== "" && (!term || project.toLowerCase().includes(term)))
        .map((project) => {
          const reports = this.reports.filter(({ row }) => row.project === project);
          const sum = reports.reduce((total, { row }) => total + (row.score ?? 0), 0);
          const created_at = reports[0]?.row.created_at ?? null;
          return {
            project,
            reports: reports.length,
            mean_score: Math.round(sum / reports.length),
            created_at,
            odd: [],
          };
        });
      const by = query.sort_by ?? "created_at";
      return paged(
        sorted(rows, (row) => row[by] ?? "", query.sort),
        query,
      );
    },
    project_delete: ({ connection, project }) => {
      this.#reachable(connection);
      if (!this.reports.some(({ row }) => row.project === project)) throw notFound();
      this.reports = this.reports.filter(({ row }) => row.project !== project);
      return { id: project };
    },
  };

  #find(id: string | null): Connection | undefined {
    return this.#start.connections.find((connection) => connection.id === id);
  }

  #known(id: string): Connection {
    const connection = this.#find(id);
    if (!connection) throw new ProblemError(makeProblem("connection_unknown"));
    return connection;
  }

  #reachable(id: string): void {
    if (this.#known(id).key === "missing") throw new ProblemError(makeProblem("key_missing"));
  }

  #report(id: string): Report {
    const report = this.reports.find(({ row }) => row.id === id);
    if (!report) throw notFound();
    return report;
  }

  #useKeychain(): void {
    if (this.keychain !== "works") {
      throw new ProblemError(makeProblem(this.keychain, { detail: "org.freedesktop.secrets" }));
    }
  }

  #saveConnection(draft: ConnectionDraft): Connection {
    const earlier = draft.id === null ? undefined : this.#known(draft.id);
    const fields: FieldProblem[] = [];
    const name = draft.name.trim();
    if (name === "") fields.push({ field: "name", reason: { kind: "required" } });
    else if ([...name].length > 100) fields.push({ field: "name", reason: { kind: "too_long", limit: 100 } });
    const base = readBase(draft);
    if (!(base instanceof URL)) fields.push({ field: "base_url", reason: base });
    const key = draft.key?.trim() || null;
    const needed = key ? undefined : whyKeyIsNeeded(earlier, base);
    if (needed) fields.push({ field: "key", reason: needed });
    if (!(base instanceof URL) || fields.length > 0) throw new ProblemError(makeProblem("invalid_input", { fields }));
    if (key && draft.key_place === "keychain") this.#useKeychain();
    const connection: Connection = {
      id: earlier?.id ?? `c${this.#start.connections.length + 1}-${this.calls.length}`,
      name,
      base_url: base.href.replace(/\/+$/, ""),
      allow_insecure: draft.allow_insecure,
      sample: false,
      key: key ? draft.key_place : (earlier?.key ?? "missing"),
    };
    this.#start.connections = earlier
      ? this.#start.connections.map((other) => (other.id === connection.id ? connection : other))
      : [...this.#start.connections, connection];
    return connection;
  }
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

function needPassword(privacy: string, password: string | null | undefined): void {
  if (privacy !== "password") return;
  if (!password) throw invalid("password", { kind: "required" });
  if ([...password].length > 128) throw invalid("password", { kind: "too_long", limit: 128 });
}

/** A page's address as the core reads it: https where no scheme was typed. */
function readPage(typed: string): URL {
  const text = typed.trim();
  if (text === "") throw invalid("url", { kind: "required" });
  if (/\s/.test(text)) throw invalid("url", { kind: "not_an_address" });
  const hasScheme = /^[a-z+.-]+:\/\//i.test(text) || /^(mailto|javascript|data|file):/i.test(text);
  const url = URL.parse(hasScheme ? text : `https://${text}`);
  if (!url) throw invalid("url", { kind: "not_an_address" });
  if (!/^https?:$/.test(url.protocol)) throw invalid("url", { kind: "unsupported_scheme" });
  if (url.href.length > 2048) throw invalid("url", { kind: "too_long", limit: 2048 });
  return url;
}

function sorted<T>(rows: T[], key: (row: T) => string | number, direction?: "asc" | "desc" | null): T[] {
  const sign = direction === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one === other ? 0 : sign * (one < other ? -1 : 1);
  });
}

function paged<T>(rows: T[], query: { per_page: PageSize; page?: number | null }): Page<T> {
  const number = query.page ?? 1;
  const offset = (number - 1) * query.per_page;
  return {
    rows: rows.slice(offset, offset + query.per_page),
    unreadable: [],
    number,
    total: rows.length,
    offset,
    has_next: offset + query.per_page < rows.length,
    sort_ignored: false,
  };
}
