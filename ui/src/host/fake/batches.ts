import type { Batch, BatchState, Calls, PlanBatch } from "../contract";
import { type CallName, makeProblem, ProblemError } from "../host";
import { answerFor, isAsked, notRecorded, type RecordedCall, readRecording } from "./recorded";

export type BatchCall = Extract<CallName, `batch_${string}` | "batches_list">;
type Handlers = { [N in BatchCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };
const READINGS = ["batch_rows", "batch_bad_lines", "batch_outcome"] as const satisfies BatchCall[];
type Reading = (typeof READINGS)[number];

type Around = {
  tell: (batch: Batch) => void;
  choose: (name: string) => string | null;
};

/** A batch at a step of its recorded story. */
type StoredBatch = {
  number: number;
  /** The batch's number in the story. */
  recorded: number;
  connection: string;
  story: readonly RecordedCall[];
  at: number;
  batch: Batch;
};

/** The recorded stories of batches, by name. */
const STORIES = import.meta.glob<string>("./recorded/batches/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Batches that go as recorded: each call continues the story, and the core’s own steps follow after a while. */
export class FakeBatches {
  /** Time until the next step that needs no call, in milliseconds. */
  pace = 10;
  /** Undo time of a started delete batch, in milliseconds. */
  heldFor = 8000;
  readonly #around: Around;
  #next: readonly RecordedCall[] = [];
  #batches: StoredBatch[] = [];
  #made = 0;
  #isHalted = false;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(around: Around) {
    this.#around = around;
    this.tell("create");
  }

  /** Freezes all runs until {@link goOn}, without changing their batches. */
  halt(): void {
    this.#isHalted = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Resumes runs after {@link halt}. */
  goOn(): void {
    this.#isHalted = false;
    for (const kept of this.#batches) this.#later(kept);
  }

  /** Changes parts of a batch, and reports it. */
  set(number: number, change: Partial<Batch>): void {
    const kept = this.#find(number);
    kept.batch = { ...kept.batch, ...change };
    this.#around.tell(kept.batch);
  }

  /** Deletes a connection's batches. */
  forget(connection: string): void {
    const isOfIt = (kept: StoredBatch) => kept.connection === connection;
    for (const { number } of this.#batches.filter(isOfIt)) clearTimeout(this.#timers.get(number));
    this.#batches = this.#batches.filter((kept) => !isOfIt(kept));
  }

  /** Lets the next plans be of this story; returns what was asked in it. */
  tell(story: string): PlanBatch {
    this.#next = readRecording(STORIES[`./recorded/batches/${story}.json`] ?? "[]");
    return this.#next[nextOf(this.#next, "batch_plan", -1)]?.request as PlanBatch;
  }

  readonly handlers: Handlers = {
    batch_plan: ({ connection }) => this.#begin("batch_plan", connection, this.#next, -1),
    batch_update_plan: ({ batch }) => this.#goTo("batch_update_plan", batch),
    batch_set_actions: ({ batch }) => this.#goTo("batch_set_actions", batch),
    batch_start: ({ batch }) => this.#goTo("batch_start", batch),
    batch_pause: ({ batch }) => this.#goTo("batch_pause", batch),
    batch_cancel: ({ batch }) => this.#goTo("batch_cancel", batch),
    batch_retry: ({ batch }) => this.#goTo("batch_retry", batch),
    batch_undo: ({ batch }) => {
      const { connection, story, at } = this.#find(batch);
      return this.#begin("batch_undo", connection, story, at);
    },
    batch_read: ({ batch }) => this.#find(batch).batch,
    batches_list: ({ connection }) =>
      this.#batches
        .map(({ batch }) => batch)
        .filter((batch) => !connection || batch.connection === connection)
        .reverse(),
    batch_rows: (request) => this.#read("batch_rows", request),
    batch_bad_lines: (request) => this.#read("batch_bad_lines", request),
    batch_outcome: (request) => this.#read("batch_outcome", request),
    batch_remove: ({ batch }) => {
      this.#find(batch, ["planned", "paused", "ended"]);
      this.#batches = this.#batches.filter(({ number }) => number !== batch);
      return null;
    },
    batch_export: ({ batch, format, name }) => {
      const { acts, bad_lines } = this.#find(batch).batch;
      const rows = Object.values(acts).reduce((sum, count) => sum + count, bad_lines);
      const file = this.#around.choose(`${name}.${format.kind}`);
      return file === null ? null : { file, rows, unreadable: 0, bytes: 300 + rows * 120 };
    },
  };

  #begin(name: BatchCall, connection: string, story: readonly RecordedCall[], after: number): Batch {
    const at = nextOf(story, name, after);
    const kept: StoredBatch = { number: ++this.#made, recorded: 0, connection, story, at, batch: {} as Batch };
    this.#batches.push(kept);
    return this.#stepTo(kept, at);
  }

  #goTo(name: BatchCall, number: number): Batch {
    const kept = this.#find(number);
    return this.#stepTo(kept, nextOf(kept.story, name, kept.at));
  }

  #stepTo(kept: StoredBatch, at: number): Batch {
    const step = kept.story[at] as RecordedCall;
    const told = answerFor(step, kept.connection) as Batch;
    Object.assign(kept, { at, recorded: told.number, batch: { ...told, number: kept.number } });
    this.#later(kept);
    this.#around.tell(kept.batch);
    return kept.batch;
  }

  /** Takes the next step after a while, unless that is a call. */
  #later(kept: StoredBatch): void {
    clearTimeout(this.#timers.get(kept.number));
    const at = kept.story.findIndex(({ name }, index) => index > kept.at && !isReading(name));
    if (this.#isHalted || kept.story[at]?.name !== "batch_read") return;
    const millis = kept.batch.state === "held" ? this.heldFor : this.pace;
    this.#timers.set(
      kept.number,
      setTimeout(() => this.#stepTo(kept, at), millis),
    );
  }

  /** The recorded answer of this step. */
  #read<N extends Reading>(name: N, request: Calls[N]["request"]): Calls[N]["answer"] {
    const { story, at, connection, recorded } = this.#find(request.batch);
    const ends = story.findIndex((step, index) => index > at && !isReading(step.name));
    const asked = { ...request, batch: recorded };
    const step = story.slice(at, ends < 0 ? undefined : ends).find((step) => isAsked(step, name, asked));
    if (!step) throw notRecorded(name, asked);
    return answerFor(step, connection) as Calls[N]["answer"];
  }

  #find(number: number, states?: readonly BatchState[]): StoredBatch {
    const kept = this.#batches.find((batch) => batch.number === number);
    if (!kept) throw new ProblemError(makeProblem("batch_unknown"));
    if (states && !states.includes(kept.batch.state)) throw new ProblemError(makeProblem("batch_not_ready"));
    return kept;
  }
}

function isReading(name: CallName): boolean {
  return READINGS.some((reading) => reading === name);
}

/** The place of the next call of this name. */
function nextOf(story: readonly RecordedCall[], name: BatchCall, after: number): number {
  const at = story.findIndex((step, index) => index > after && step.name === name);
  if (at < 0) throw notRecorded(name, null);
  return at;
}
