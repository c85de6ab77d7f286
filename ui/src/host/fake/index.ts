import {
  type Calls,
  type Connection,
  type ConnectionCheck,
  type CoreEvent,
  type Preferences,
  type Problem,
  type Report,
  SERVICE_WRITES,
  type Start,
} from "../contract";
import {
  type CallName,
  type CallOptions,
  type Host,
  makeProblem,
  ProblemError,
  problemOf,
  usualNetwork,
} from "../host";
import { type BatchCall, FakeBatches } from "./batches";
import { type ConnectionCall, FakeConnections } from "./connection-calls";
import { wholeGeneration } from "./connections";
import { seededReports } from "./data";
import { FakeLibrary } from "./library";
import { type LibraryCall, libraryHandlers } from "./library-calls";
import { type Answered, ingest, noteGone, remember } from "./memory";
import { FakePasswords, type PasswordCall } from "./passwords";
import { FakeProduct, type ProductCall } from "./product";
import { reportHandlers } from "./report-calls";
import { checkPage, FakeService, readPage, type ServiceCall } from "./service";
import { type FakeFile, FakeSources, type SourceCall } from "./sources";
import { FakeSyncs } from "./sync";

type Handlers = { [N in CallName]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

export type FakeCall = {
  [N in CallName]: { name: N; request: Calls[N]["request"]; options: CallOptions };
}[CallName];

export type FakeOptions = {
  /** Overrides of the response to `app_start`. */
  start?: Partial<Start>;
  /** The reports of every connection; about 240 generated ones by default. */
  reports?: Report[];
  /**
   * `new` (default) starts empty and fills with responses; `seeded` has all reports with a history and two removed
   * ones.
   */
  library?: "new" | "seeded";
  /** The result of saving to the keychain. */
  keychain?: "works" | "keychain_missing" | "keychain_locked" | "keychain_failed";
  /** Duration of each call, in milliseconds. */
  latency?: number;
  /** The current time, in milliseconds since 1970. */
  now?: () => number;
};

/** The preferences of a first launch. */
export const usualPreferences: Preferences = {
  theme: "system",
  page_size: 25,
  place: null,
  language: "system",
  density: "comfortable",
  zoom: 100,
  panel_width: null,
  columns: {},
  single_keys_off: false,
  views: [],
  sync_on_open: true,
  sync_minutes: 0,
  notify_worse: false,
  stale_days: 30,
  keep_days: 0,
  sync_declined: [],
  batch_at_once: 4,
  notify_batches: true,
  quotas: {},
  look_for_updates: true,
  overview_days: 30,
  moments: [],
  overview_moment: null,
  csv_separator: null,
};

/** A sample connection whose key is in the keychain. */
export const exampleConnection: Connection = {
  id: "c1",
  name: "Brightleaf",
  base_url: "https://seo.brightleaf.example",
  allow_insecure: false,
  sample: false,
  key: "keychain",
  network: usualNetwork,
  generation: wholeGeneration,
};

/** A second connection. */
export const otherConnection: Connection = {
  ...exampleConnection,
  id: "c2",
  name: "Harbour",
  base_url: "https://harbour.example",
};

/** Keeps calls of a name pending. */
type Hold = { released: Promise<void>; isBeforeSending: boolean };

/** A complete in-memory core, for tests and for development in a plain browser. */
export class FakeHost implements Host {
  readonly calls: FakeCall[] = [];
  /** The result of saving to the keychain. */
  keychain: NonNullable<FakeOptions["keychain"]>;
  /** The file picked by the user; `null` cancels. */
  chosenFile: string | null = "/etc/ssl/company.pem";
  readonly library: FakeLibrary;
  readonly syncs: FakeSyncs;
  readonly batches: FakeBatches;
  /** Files and sitemaps to read URLs from. */
  readonly sources = new FakeSources();
  readonly passwords = new FakePasswords(() => this.#useKeychain());
  readonly product: FakeProduct;
  readonly #isSeeded: boolean;
  readonly #connections: FakeConnections;
  readonly #service: FakeService;
  readonly #start: Start;
  readonly #failures = new Map<CallName, { problem: Problem; times: number }>();
  readonly #holds = new Map<CallName, Hold>();
  readonly #changes = new Map<CallName, (answer: unknown, request: unknown) => unknown>();
  readonly #answers = new Map<CallName, (request: unknown) => unknown>();
  readonly #listeners = new Set<(event: CoreEvent) => void>();
  readonly #latency: number;
  #stopWaiting = new AbortController();

  constructor(options: FakeOptions = {}) {
    const now = options.now ?? Date.now;
    this.#latency = options.latency ?? 0;
    this.keychain = options.keychain ?? "works";
    this.#service = new FakeService(options.reports ?? seededReports(now()), now);
    this.#start = {
      version: "0.1.0",
      platform: "linux",
      desktop: "gnome",
      number_locale: null,
      list_separator: null,
      preferences: usualPreferences,
      drafts: [],
      connections: [exampleConnection],
      settings_set_aside: null,
      link: null,
      safe_mode: false,
      crash: null,
      update: { way: "own", phase: { kind: "idle" } },
      ...options.start,
    };
    this.library = new FakeLibrary(now);
    this.#connections = new FakeConnections({
      start: this.#start,
      useKeychain: () => this.#useKeychain(),
      chosenFile: () => this.chosenFile,
      reports: () => this.reports,
      forget: (id) => {
        this.library.forget(id);
        this.batches.forget(id);
      },
    });
    this.#isSeeded = options.library === "seeded";
    this.syncs = new FakeSyncs({
      read: (connection, count) => {
        const failure = this.#failures.get("reports_list");
        if (failure && failure.times > 0) throw new ProblemError(failure.problem);
        this.#seed();
        ingest(this.library, this.reports.slice(-count), connection, this.#connections.known(connection).generation);
      },
      look: (connection) => this.library.went(connection, ({ row }) => !this.#has(row.id)),
      count: (connection) => this.library.there(connection).length,
      tell: (state) => this.tell({ kind: "sync", state }),
      changed: () => this.tell({ kind: "library" }),
      now,
    });
    this.batches = new FakeBatches({
      tell: (batch) => this.tell({ kind: "batch", batch: structuredClone(batch) }),
      choose: (name) => this.#choose(name),
    });
    this.product = new FakeProduct({
      crash: (now) => {
        if (now !== undefined) this.#start.crash = now;
        return this.#start.crash;
      },
      update: () => this.#start.update,
      setUpdate: (state) => {
        this.#start.update = state;
        this.tell({ kind: "update", state });
      },
      useKeychain: () => this.#useKeychain(),
      removeAll: () => {
        for (const { id } of this.#start.connections) this.library.forget(id);
        this.#start.connections = [];
        this.#start.drafts = [];
        this.#start.preferences = usualPreferences;
      },
      now,
    });
    this.#handlers = {
      ...this.#ownHandlers,
      ...this.#connections.handlers,
      ...reportHandlers({
        service: this.#service,
        passwords: this.passwords,
        known: (id) => this.#connections.known(id),
      }),
      ...this.product.handlers,
      ...this.batches.handlers,
      ...this.sources.handlers,
      ...this.passwords.handlers,
      ...libraryHandlers({
        library: this.library,
        syncs: this.syncs,
        connections: () => this.#start.connections,
        known: (id) => this.#connections.known(id),
        reports: () => this.reports,
        choose: (name) => this.#choose(name),
        changed: () => this.tell({ kind: "library" }),
        now,
      }),
    };
  }

  /** The reports of every connection, oldest first; tests may change them. */
  get reports(): Report[] {
    return this.#service.reports;
  }

  set reports(reports: Report[]) {
    this.#service.reports = reports;
  }

  /** Makes calls of this name fail, `times` times or always. */
  fail(name: CallName, problem: Problem | Problem["code"], times = Number.POSITIVE_INFINITY): void {
    this.#failures.set(name, { problem: typeof problem === "string" ? makeProblem(problem) : problem, times });
  }

  /** Ends {@link fail}. */
  heal(name: CallName): void {
    this.#failures.delete(name);
  }

  /** Overrides the response of a call; may throw. */
  change<N extends CallName>(
    name: N,
    change: (answer: Calls[N]["answer"], request: Calls[N]["request"]) => Calls[N]["answer"],
  ): void {
    this.#changes.set(name, change as (answer: unknown, request: unknown) => unknown);
  }

  /** Answers a call instead of the fake. */
  answer<N extends CallName>(name: N, answer: (request: Calls[N]["request"]) => Calls[N]["answer"]): void {
    this.#answers.set(name, answer as (request: unknown) => unknown);
  }

  /**
   * Keeps calls of this name pending until the returned function is called; writes count as sent unless
   * `isBeforeSending`.
   */
  hold(name: CallName, { isBeforeSending = false } = {}): () => void {
    let release = () => {};
    this.#holds.set(name, { released: new Promise((resolve) => (release = resolve)), isBeforeSending });
    return () => {
      this.#holds.delete(name);
      release();
    };
  }

  /** Sends an event to all subscribers. */
  tell(event: CoreEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Changes a connection like the core does when it learns something, and reports it. */
  learn(id: string, change: Partial<Connection>): void {
    this.#start.connections = this.#start.connections.map((connection) =>
      connection.id === id ? { ...connection, ...change } : connection,
    );
    this.tell({ kind: "connections" });
  }

  /** The requests of one call. */
  requests<N extends CallName>(name: N): Calls[N]["request"][] {
    return this.#named(name).map((call) => call.request as Calls[N]["request"]);
  }

  /** The options of one call. */
  options(name: CallName): CallOptions[] {
    return this.#named(name).map((call) => call.options);
  }

  watch(listener: (event: CoreEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async call<N extends CallName>(
    name: N,
    request: Calls[N]["request"],
    options: CallOptions = {},
  ): Promise<Calls[N]["answer"]> {
    this.calls.push({ name, request, options } as FakeCall);
    if (this.#latency > 0) await new Promise((resolve) => setTimeout(resolve, this.#latency));
    const hold = this.#holds.get(name);
    if (hold) await this.#until(hold, name, options.signal);
    const failure = this.#failures.get(name);
    if (failure && failure.times > 0) {
      failure.times -= 1;
      throw new ProblemError(failure.problem);
    }
    this.#seed();
    const answer = this.#answered(name, request);
    if (name === "connection_test") await this.#tellSteps(answer as ConnectionCheck, options);
    return answer;
  }

  /** Tells the steps of a connection test one by one, like the core. */
  async #tellSteps({ steps }: ConnectionCheck, { onStep }: CallOptions): Promise<void> {
    for (const { step, outcome } of steps) {
      if (outcome === "failed") return;
      if (this.#latency > 0) await new Promise((resolve) => setTimeout(resolve, this.#latency));
      if (outcome !== "skipped") onStep?.(step);
    }
  }

  holdOver(over: boolean): void {
    this.tell({ kind: "files_over", over });
  }

  drop(...files: FakeFile[]): void {
    this.holdOver(false);
    this.tell({ kind: "files_dropped", files: files.map((file) => this.sources.open(file)) });
  }

  #answered<N extends CallName>(name: N, request: Calls[N]["request"]): Calls[N]["answer"] {
    // A copy, as the real channel gives one.
    const answer = structuredClone(this.#answer(name, request));
    const shown = (this.#changes.get(name)?.(answer, request) ?? answer) as Calls[N]["answer"];
    if (remember(this.library, this.reports, { name, request, answer: shown } as Answered))
      this.tell({ kind: "library" });
    return shown;
  }

  #answer<N extends CallName>(name: N, request: Calls[N]["request"]): Calls[N]["answer"] {
    try {
      const own = this.#answers.get(name) as Handlers[N] | undefined;
      return (own ?? this.#handlers[name])(request);
    } catch (thrown) {
      if (noteGone(this.library, name, request, problemOf(thrown))) this.tell({ kind: "library" });
      throw thrown;
    }
  }

  /** Lazily fills the library. */
  #seed(): void {
    if (!this.#isSeeded) return;
    for (const connection of this.#start.connections) this.library.seed(connection, this.reports);
  }

  #has(id: string): boolean {
    return this.reports.some(({ row }) => row.id === id);
  }

  #until({ released, isBeforeSending }: Hold, name: CallName, signal: AbortSignal | undefined): Promise<void> {
    const ends: AbortSignal[] = [];
    if (signal && (isBeforeSending || !SERVICE_WRITES.has(name))) ends.push(signal);
    if (isBeforeSending) ends.push(this.#stopWaiting.signal);
    return new Promise((resolve, reject) => {
      const end = () => reject(new ProblemError(makeProblem("canceled")));
      for (const given of ends) {
        if (given.aborted) end();
        given.addEventListener("abort", end);
      }
      void released.then(resolve);
    });
  }

  readonly #handlers: Handlers;

  readonly #ownHandlers: Omit<
    Handlers,
    ConnectionCall | ServiceCall | LibraryCall | BatchCall | SourceCall | PasswordCall | ProductCall
  > = {
    app_start: () => this.#start,
    app_painted: () => null,
    picture_save: () => true,
    preferences_save: (preferences) => {
      this.#start.preferences = preferences;
      return preferences;
    },
    draft_save: (draft) => {
      const others = this.#start.drafts.filter(({ form }) => form !== draft.form);
      this.#start.drafts = draft.values === null ? others : [...others, draft];
      return null;
    },
    close_guard: () => null,
    app_close: () => null,
    app_restart: () => null,
    menu_show: () => null,
    address_check: ({ url }) => checkPage(url),
    address_open: ({ url }) => {
      readPage(url);
      return null;
    },
    pending_calls_cancel: () => {
      this.#stopWaiting.abort();
      this.#stopWaiting = new AbortController();
      this.tell({ kind: "waiting", waiting: [] });
      return null;
    },
    call_cancel: () => null,
    sample_reset: () => {
      this.#service.reset();
      return null;
    },
  };

  #named(name: CallName): FakeCall[] {
    return this.calls.filter((call) => call.name === name);
  }

  /** The path of a file of this name in the folder the user picks. */
  #choose(name: string): string | null {
    return this.chosenFile && `${this.chosenFile.slice(0, this.chosenFile.lastIndexOf("/"))}/${name}`;
  }

  #useKeychain(): void {
    if (this.keychain !== "works") {
      throw new ProblemError(makeProblem(this.keychain, { detail: "org.freedesktop.secrets" }));
    }
  }
}
