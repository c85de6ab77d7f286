import { hashKey } from "@tanstack/react-query";
import type { FirstAnswer, FirstCall, FirstRead } from "./contract";
import type { CallName, Host } from "./host";

/** True for a call that the next start should answer with the page; those without a place are always answered. */
const HAS_PLACE: Record<FirstCall, boolean> = {
  app_start: false,
  connections_list: false,
  syncs_list: false,
  library_list: true,
  library_counts: true,
  library_projects: true,
  library_report: true,
  library_trends: true,
  project_summaries: true,
  report_history: true,
  check_names: true,
  changes_count: true,
  moments_compare: true,
  fix_list: true,
  overview_read: true,
  batches_list: true,
  sitemap_gaps: true,
};

/** Calls of the frame: their answers stay while screens change. */
const OF_FRAME = new Set<FirstCall>(["batches_list", "changes_count", "library_counts"]);

/** The core’s limit for a picture. */
const MOST_READS = 20;

/** Screens whose reads are remembered. */
const MOST_PLACES = 20;

/** A start's calls: the page brought the answers to some, and those of the last screen are brought next time. */
export class FirstCalls {
  readonly #answers: Map<string, unknown>;
  readonly #reads = new Map<string, Map<string, FirstRead>>();
  #place = "";

  constructor(answers: readonly FirstAnswer[]) {
    this.#answers = new Map(answers.map(({ call, request, answer }) => [hashKey([call, request]), answer]));
  }

  /** Wraps a host: each answer that the page brought is given once. */
  before(host: Host): Host {
    return {
      watch: (listener) => host.watch(listener),
      call: (name, request, options) => {
        if (!isFirstCall(name)) return host.call(name, request, options);
        const key = hashKey([name, request]);
        if (HAS_PLACE[name]) this.#note(key, { call: name, request });
        const answer = this.#answers.get(key);
        return this.#answers.delete(key) ? Promise.resolve(answer as never) : host.call(name, request, options);
      },
    };
  }

  /** Drops the answers that nothing asked for: they are outdated soon. */
  forget(): void {
    this.#answers.clear();
  }

  /** Following reads are those of this screen. */
  enter(place: string): void {
    this.#place = place;
  }

  /** The reads of a screen and its frame. */
  readsOf(place: string): FirstRead[] {
    const own = this.#reads.get(place) ?? new Map<string, FirstRead>();
    const ofFrame = [...this.#reads.values()]
      .flatMap((reads) => [...reads])
      .filter(([, { call }]) => OF_FRAME.has(call));
    return [...new Map([...own, ...ofFrame]).values()].slice(0, MOST_READS);
  }

  #note(key: string, read: FirstRead): void {
    const reads = this.#reads.get(this.#place) ?? new Map<string, FirstRead>();
    reads.set(key, read);
    // The latest place is the last one.
    this.#reads.delete(this.#place);
    this.#reads.set(this.#place, reads);
    if (this.#reads.size > MOST_PLACES) this.#reads.delete([...this.#reads.keys()][0] ?? "");
  }
}

function isFirstCall(name: CallName): name is FirstCall {
  return name in HAS_PLACE;
}
