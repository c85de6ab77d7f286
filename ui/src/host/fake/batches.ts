import type {
  InvalidLine,
  Batch,
  BatchFilter,
  BatchOrigin,
  BatchRow,
  BatchState,
  Calls,
  KnownQuota,
  PlanBatch,
  Problem,
  ReportRow,
} from "../contract";
import {
  actsOf,
  type Basis,
  given,
  needsPassword,
  type PlannedRow,
  plannedRows,
  statesOf,
  switched,
  withPasswords,
} from "../fake-batch-plan";
import { type CallName, makeProblem, ProblemError, problemOf } from "../host";
import type { FakeSources, SourceContents } from "./sources";

export type BatchCall = Extract<CallName, `batch_${string}` | "batches_list">;
type Handlers = { [N in BatchCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

type Around = {
  sources: FakeSources;
  /** The reports of a source that is one of reports. */
  reportsOf: (request: PlanBatch) => ReportRow[];
  /** The reports of a connection that are known to be there, oldest first. */
  known: (connection: string) => ReportRow[];
  /** Sends a write, as if the window asked for it; throws what the service refuses. */
  send: <N extends "report_create" | "report_update" | "report_delete">(
    name: N,
    request: Calls[N]["request"],
  ) => Calls[N]["answer"];
  keepPassword: (connection: string, id: string, password: string) => void;
  quota: (connection: string) => KnownQuota | null;
  tell: (batch: Batch) => void;
  choose: (name: string) => string | null;
  now: () => number;
};

type Kept = Pick<
  Batch,
  | "number"
  | "connection"
  | "wish"
  | "from"
  | "state"
  | "problem"
  | "keep_passwords"
  | "made_at"
  | "started_at"
  | "ended_at"
  | "held_until"
> & { basis: Basis; bad: InvalidLine[]; rows: PlannedRow[] };

/** The recorded stories of batches, by name. */
const STOPPING: readonly Problem["code"][] = ["key_refused", "key_missing", "quota_used", "connection_unknown"];

/** Batches that go as recorded: each call continues the story, and the core’s own steps follow after a while. */
export class FakeBatches {
  /** Time until the next step that needs no call, in milliseconds. */
  pace = 10;
  /** Undo time of a started delete batch, in milliseconds. */
  heldFor = 8000;
  /** How many more reports the service lets be created; `null` for as many as one likes. */
  quota: number | null = null;
  /** What the service refuses, by address. */
  readonly failing = new Map<string, Problem>();
  readonly #around: Around;
  #batches: Kept[] = [];
  #made = 0;
  #isHalted = false;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(around: Around) {
    this.#around = around;
  }

  /** Freezes all runs until {@link goOn}, without changing their batches. */
  halt(): void {
    this.#isHalted = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Resumes runs after {@link halt}. */
  goOn(): void {
    this.#isHalted = false;
    for (const kept of this.#batches) {
      if (kept.state === "running" || kept.state === "pausing") this.#later(kept);
    }
  }

  /** Changes parts of a batch, and reports it. */
  set(number: number, change: Partial<Pick<Batch, "state" | "problem" | "made_at">>): void {
    this.#change(this.#find(number), change);
  }

  /** Lets the next plans be of this story; returns what was asked in it. */
  losePasswords(number: number): void {
    const kept = this.#find(number);
    kept.rows = kept.rows.map((row) => (isOpen(row) ? { ...row, password: null } : row));
    this.#change(kept, {});
  }

  readonly handlers: Handlers = {
    batch_plan: (request) => this.#plan(request),
    batch_update_plan: ({ batch, wish, password, keep_passwords }) => {
      const kept = this.#find(batch, ["planned", "paused"]);
      if (kept.state === "paused") {
        // Of one that was started only the passwords can be given that it lacks.
        const isSame = password !== null && JSON.stringify(wish) === JSON.stringify(kept.wish);
        if (!isSame) throw new ProblemError(makeProblem("batch_not_ready"));
        kept.rows = kept.rows.map((row) => (isOpen(row) && row.password === null ? given(row, password) : row));
        return this.#change(kept, { keep_passwords });
      }
      const before = new Map(kept.rows.map((row) => [row.address, row.password]));
      const rows = this.#rows(kept.connection, wish, kept.basis);
      kept.rows = withPasswords(rows, password, (row) => before.get(row.address) ?? null);
      return this.#change(kept, { wish, keep_passwords });
    },
    batch_set_actions: ({ batch, rows, filter, to }) => {
      const kept = this.#find(batch, ["planned"]);
      const wanted = rows && new Set(rows);
      kept.rows = kept.rows.map((row) => {
        const isMeant = wanted ? wanted.has(row.number) : fits(row, filter);
        return isMeant && row.choices.includes(to) ? switched(row, to, kept.wish) : row;
      });
      return this.#change(kept, {});
    },
    batch_read: ({ batch }) => this.#told(this.#find(batch)),
    batches_list: ({ connection }) =>
      this.#batches
        .filter((kept) => !connection || kept.connection === connection)
        .map((kept) => this.#told(kept))
        .reverse(),
    batch_rows: ({ batch, filter, per_page, page }) => {
      const rows = this.#find(batch).rows.filter((row) => fits(row, filter));
      const first = (page - 1) * per_page;
      return { rows: rows.slice(first, first + per_page).map(shown), number: page, total: rows.length };
    },
    batch_bad_lines: ({ batch }) => this.#find(batch).bad.slice(0, 1000),
    batch_start: ({ batch }) => {
      const kept = this.#find(batch, ["planned", "paused"]);
      const isReady = kept.rows.some(isOpen) && kept.rows.every((row) => row.password !== null || !needsPassword(row));
      if (!isReady) throw new ProblemError(makeProblem("batch_not_ready"));
      if (kept.state === "planned" && kept.rows.some((row) => row.act === "delete" && isOpen(row))) {
        this.#timers.set(
          kept.number,
          setTimeout(() => this.#run(kept), this.heldFor),
        );
        return this.#change(kept, { state: "held", held_until: this.#iso(this.heldFor) });
      }
      return this.#run(kept);
    },
    batch_pause: ({ batch }) => this.#change(this.#find(batch, ["running"]), { state: "pausing" }),
    batch_cancel: ({ batch }) => {
      const kept = this.#find(batch, ["held", "running", "pausing", "paused"]);
      clearTimeout(this.#timers.get(batch));
      if (kept.state === "held") return this.#change(kept, { state: "planned", held_until: null });
      for (const row of kept.rows) if (row.state === "waiting") this.#end(row, { state: "cancelled" });
      return this.#finish(kept);
    },
    batch_retry: ({ batch }) => {
      const kept = this.#find(batch, ["paused", "ended"]);
      const failed = kept.rows.filter(({ state }) => state === "failed");
      const unknown = kept.rows.filter(({ state }) => state === "unknown");
      if (failed.length + unknown.length === 0) throw new ProblemError(makeProblem("batch_not_ready"));
      for (const row of unknown) this.#end(row, { state: "done", problem: null, was_found: true });
      for (const row of failed) Object.assign(row, { state: "waiting", problem: null, ended_at: null, took: null });
      return this.#run(kept);
    },
    batch_undo: ({ batch }) => {
      const kept = this.#find(batch);
      if (!isUndoable(kept)) throw new ProblemError(makeProblem("batch_not_ready"));
      const basis: Basis = { kind: "before", rows: structuredClone(kept.rows) };
      return this.#make(kept.connection, { kind: "undo", batch }, { kind: "batch", batch }, basis, []);
    },
    batch_remove: ({ batch }) => {
      this.#find(batch, ["planned", "paused", "ended"]);
      this.#batches = this.#batches.filter(({ number }) => number !== batch);
      return null;
    },
    batch_export: ({ batch, filter, format, name }) => {
      const rows = this.#find(batch).rows.filter((row) => fits(row, filter)).length;
      const file = this.#around.choose(`${name}.${format.kind}`);
      return file === null ? null : { file, rows, unreadable: 0, bytes: 300 + rows * 120 };
    },
  };

  #plan(request: PlanBatch): Batch {
    const { connection, source, wish, password, keep_passwords } = request;
    const hasPages = source.kind === "text" || source.kind === "file" || source.kind === "sitemap";
    const listing: SourceContents | null = hasPages ? this.#around.sources.read(source) : null;
    const basis: Basis = listing
      ? { kind: "pages", listed: listing.listed }
      : { kind: "reports", reports: this.#around.reportsOf(request) };
    const from = this.#origin(source);
    const bad = listing?.preview.bad_lines ?? [];
    const rows = withPasswords(this.#rows(connection, wish, basis), password, (row) => row.password);
    return this.#make(connection, wish, from, basis, bad, { rows, keep_passwords });
  }

  #origin(source: PlanBatch["source"]): BatchOrigin {
    switch (source.kind) {
      case "text":
        return { kind: "text" };
      case "file":
        return { kind: "file", name: this.#around.sources.nameOf(source.file) };
      case "sitemap":
        return { kind: "sitemap", address: source.address };
      case "reports":
        return { kind: "selection" };
      default:
        return { kind: "list", project: source.query.project ?? null };
    }
  }

  #rows(connection: string, wish: Batch["wish"], basis: Basis): PlannedRow[] {
    return plannedRows(wish, basis, { reports: this.#around.known(connection), now: this.#around.now() });
  }

  #make(
    connection: string,
    wish: Batch["wish"],
    from: BatchOrigin,
    basis: Basis,
    bad: InvalidLine[],
    more: Partial<Pick<Kept, "rows" | "keep_passwords">> = {},
  ): Batch {
    const kept: Kept = {
      number: ++this.#made,
      connection,
      wish,
      from,
      state: "planned",
      problem: null,
      keep_passwords: false,
      made_at: this.#iso(),
      started_at: null,
      ended_at: null,
      held_until: null,
      basis,
      bad,
      rows: more.rows ?? this.#rows(connection, wish, basis),
      ...more,
    };
    this.#batches.push(kept);
    return this.#change(kept, {});
  }

  #run(kept: Kept): Batch {
    this.#later(kept);
    const started_at = kept.started_at ?? this.#iso();
    return this.#change(kept, { state: "running", problem: null, held_until: null, ended_at: null, started_at });
  }

  #later(kept: Kept): void {
    clearTimeout(this.#timers.get(kept.number));
    if (this.#isHalted) return;
    this.#timers.set(
      kept.number,
      setTimeout(() => this.#step(kept), this.pace),
    );
  }

  /** The recorded answer of this step. */
  #step(kept: Kept): void {
    const sent = kept.rows.find(({ state }) => state === "running");
    const problem = sent ? this.#settle(kept, sent) : null;
    if (problem) return void this.#change(kept, { state: "paused", problem });
    if (kept.state === "pausing") return void this.#change(kept, { state: "paused" });
    const next = kept.rows.find(({ state }) => state === "waiting");
    if (!next) return void this.#finish(kept);
    next.state = "running";
    this.#later(kept);
    this.#change(kept, {});
  }

  /** Has the service do a row; tells what keeps the batch from going on. */
  #settle(kept: Kept, row: PlannedRow): Problem | null {
    try {
      this.#do(kept, row);
      this.#end(row, { state: "done" });
      return null;
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code === "outcome_unknown") {
        Object.assign(row, { state: "unknown", problem });
        return null;
      }
      if (STOPPING.includes(problem.code)) {
        row.state = "waiting";
        return problem;
      }
      this.#end(row, { state: "failed", problem });
      return null;
    }
  }

  #do({ connection, keep_passwords }: Kept, row: PlannedRow): void {
    const failure = this.failing.get(row.address);
    if (failure) throw new ProblemError(failure);
    const { act, report: id, to, password } = row;
    const privacy = to && { privacy: to, ...(to === "password" && { password }) };
    if (act === "create") {
      if (this.quota === 0) throw new ProblemError(makeProblem("quota_used", { status: 403 }));
      const report = { url: row.address, ...(privacy ?? { privacy: "private" as const }) };
      row.report = this.#around.send("report_create", { connection, report }).report.row.id;
      if (this.quota !== null) this.quota -= 1;
    } else if (id !== null && act === "delete") this.#around.send("report_delete", { connection, id });
    else if (id !== null) {
      const update = { ...privacy, ...(act === "refresh" && { results: true }) };
      this.#around.send("report_update", { connection, id, update });
    }
    if (keep_passwords && password !== null && row.report !== null)
      this.#around.keepPassword(connection, row.report, password);
  }

  #end(row: PlannedRow, outcome: Pick<BatchRow, "state"> & Partial<Pick<BatchRow, "problem" | "was_found">>): void {
    Object.assign(row, { ended_at: this.#iso(), took: outcome.state === "cancelled" ? null : 850, ...outcome });
  }

  #finish(kept: Kept): Batch {
    return this.#change(kept, { state: "ended", problem: null, ended_at: this.#iso() });
  }

  #find(number: number, states?: readonly BatchState[]): Kept {
    const kept = this.#batches.find((batch) => batch.number === number);
    if (!kept) throw new ProblemError(makeProblem("batch_unknown"));
    if (states && !states.includes(kept.state)) throw new ProblemError(makeProblem("batch_not_ready"));
    return kept;
  }

  #change(kept: Kept, change: Partial<Kept>): Batch {
    Object.assign(kept, change);
    const batch = this.#told(kept);
    this.#around.tell(batch);
    return batch;
  }

  #told(kept: Kept): Batch {
    const { basis: _, bad, rows, ...told } = kept;
    const states = statesOf(rows);
    const left = states.waiting + states.running;
    const isEnded = kept.state === "ended";
    return {
      ...told,
      acts: actsOf(rows),
      states,
      bad_lines: bad.length,
      passwords_missing: rows.filter((row) => needsPassword(row) && isOpen(row) && row.password === null).length,
      a_minute: isEnded ? null : 60_000 / Math.max(this.pace, 1),
      seconds_left: isEnded ? null : Math.ceil((left * this.pace) / 1000),
      quota: this.#around.quota(kept.connection),
      can_undo: isUndoable(kept),
    };
  }

  #iso(later = 0): string {
    return new Date(this.#around.now() + later).toISOString();
  }
}

/** A row as the window is told it. */
function shown({ password, ...row }: PlannedRow): BatchRow {
  return { ...row, has_password: password !== null };
}

function isOpen({ state }: BatchRow): boolean {
  return state === "waiting" || state === "running" || state === "unknown";
}

function isUndoable({ state, rows }: Kept): boolean {
  const hasChanged = rows.some(({ state: end, from, to }) => end === "done" && from !== null && to !== null);
  return state === "ended" && hasChanged;
}

function fits(row: BatchRow, { search, act, state }: BatchFilter): boolean {
  const isFound = !search || row.address.toLowerCase().includes(search.toLowerCase());
  return isFound && (!act || row.act === act) && (!state || row.state === state);
}
