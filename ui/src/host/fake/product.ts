import type { Calls, CrashReport, Problem, Release, UpdatePhase, UpdateState } from "../contract";
import { type CallName, makeProblem, ProblemError } from "../host";

export type ProductCall = Extract<
  CallName,
  `crash_${string}` | `update_${string}` | "diagnostics_read" | "logs_open" | "data_remove"
>;
type Handlers = { [N in ProductCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

type ProductParts = {
  /** Gets or sets the crash report. */
  crash: (now?: CrashReport | null) => CrashReport | null;
  update: () => UpdateState;
  /** Sets the update state and reports it. */
  setUpdate: (state: UpdateState) => void;
  useKeychain: () => void;
  /** Deletes all local data. */
  removeAll: () => void;
  now: () => number;
};

/** An update whose notes use every form of the changelog. */
export const newerRelease: Release = {
  version: "1.2.0",
  notes:
    "## Added\n\n- **Links**: `assay://` links open a report ([how](https://assay.example/links)).\n- Batches say how long they take.\n\n## Fixed\n\n- The list keeps its place after a sync.\n",
  published: "2026-03-04T09:00:00Z",
  page: "https://assay.example/releases/1.2.0",
};

/** App-level calls, in memory. */
export class FakeProduct {
  /** The version that a check finds; none by default. */
  newest: Release | null = null;
  /** The problem that a check fails with. */
  lookFault: Problem | null = null;
  readonly #parts: ProductParts;

  constructor(parts: ProductParts) {
    this.#parts = parts;
  }

  /** Moves an update to a phase and reports it. */
  goOn(phase: UpdatePhase): void {
    this.#parts.setUpdate({ ...this.#parts.update(), phase });
  }

  readonly handlers: Handlers = {
    crash_report_save: ({ text }) => {
      this.#parts.crash({ at: this.#time(), text: text.slice(0, 20_000) });
      return null;
    },
    crash_seen: () => {
      this.#parts.crash(null);
      return null;
    },
    diagnostics_read: () =>
      "Assay 0.1.0\nSystem: Linux, GNOME\n\n== Status\nsafe mode: off\n\n== Last 200 lines of the log\n09:00:00 started\n",
    logs_open: () => null,
    data_remove: ({ leave_keys }) => {
      if (!leave_keys) this.#parts.useKeychain();
      this.#parts.removeAll();
      return null;
    },
    update_check: () => {
      const { way, phase } = this.#parts.update();
      const looks = way !== "forbidden" && way !== "unsigned";
      if (!looks || phase.kind === "fetching" || phase.kind === "ready" || phase.kind === "installing")
        return this.#parts.update();
      const isKnown = "release" in phase && phase.release !== null;
      if (!isKnown) this.goOn({ kind: "looking" });
      if (this.lookFault && isKnown) throw new ProblemError(this.lookFault);
      if (this.lookFault) this.goOn({ kind: "failed", problem: this.lookFault, release: null });
      else this.goOn(this.newest ? { kind: "found", release: this.newest } : { kind: "current", at: this.#time() });
      return this.#parts.update();
    },
    update_install: () => {
      const { way, phase } = this.#parts.update();
      const release = "release" in phase ? phase.release : null;
      if ((way !== "own" && way !== "with_permission") || !release)
        throw new ProblemError(makeProblem("update_failed"));
      this.goOn({ kind: "fetching", release, done: 0, total: 8_400_000 });
      return null;
    },
  };

  #time(): string {
    return new Date(this.#parts.now()).toISOString();
  }
}
