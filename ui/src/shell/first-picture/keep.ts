import type { QueryClient } from "@tanstack/react-query";
import type { Host } from "../../host";
import type { CoreEvent, PictureLook } from "../../host/contract";
import type { FirstCalls } from "../../host/first-calls";
import type { SaveQueue } from "../../shared/unsaved/save-queue";
import { drawingOf } from "./drawing";
import { isSettled } from "./settled";

/** Time without changes of the screen until it is kept, in milliseconds; longer than until its place is saved. */
const STILL = 800;

/** Time until all of the library's events of before have come, in milliseconds: they come once a second. */
const EVENTS = 1200;

/** The library may change without anything that is shown; after that many times, only an event helps. */
const MOST_REFUSALS = 5;

/** Screens that show much and ask for nothing; without an open report. */
const PLACES =
  /^(\/c\/[^/?]+)?\/(overview|reports|fix-list|changes|projects(\/[^/?]+(\/(reports|fix-list|changes))?)?)(?=$|\?)/;

const CHANGES: MutationObserverInit = {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["class", "style", "lang", "dir", "data-theme", "data-density"],
};

export type Kept = { host: Host; queries: QueryClient; saveQueue: SaveQueue; calls: FirstCalls; place: () => string };

/** Keeps the drawn screen for the next start, each time that it has settled; returns a function that ends it. */
export function keepPictures({ host, queries, saveQueue, calls, place }: Kept): () => void {
  const root = document.getElementById("root");
  if (!root) return () => {};
  // Unknown while an event of an earlier change may be on its way.
  let revision: string | null = null;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;

  const due = () => {
    if (PLACES.test(place())) saveQueue.later("picture", STILL, keep);
  };
  const ask = async () => {
    revision = null;
    const answer = await host.call("library_revision", null).catch(() => null);
    clearTimeout(asking);
    asking = setTimeout(
      () => {
        revision = answer;
        due();
      },
      EVENTS * (1 + refusals),
    );
  };
  const keep = async () => {
    const here = place();
    if (revision === null || !PLACES.test(here)) return;
    if (!isSettled(queries)) return due();
    const screen = drawingOf(root);
    if (!screen) return;
    const picture = { look: lookOf(here), revision, reads: calls.readsOf(here), screen };
    // A start without it is slower and as right.
    const isKept = await host.call("picture_save", picture).catch(() => null);
    refusals = isKept === false ? refusals + 1 : 0;
    if (refusals === 0) return;
    revision = null;
    if (refusals < MOST_REFUSALS) void ask();
  };
  const note = ({ kind }: CoreEvent) => {
    if (kind !== "library" && kind !== "connections" && kind !== "sync") return;
    refusals = 0;
    void ask();
  };

  const observer = new MutationObserver(due);
  observer.observe(document.documentElement, CHANGES);
  window.addEventListener("resize", due);
  const unwatch = host.watch(note);
  void ask();
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", due);
    unwatch();
    clearTimeout(asking);
  };
}

function lookOf(place: string): PictureLook {
  const { lang, dir, dataset } = document.documentElement;
  return {
    place,
    language: lang,
    direction: dir === "rtl" ? "rtl" : "ltr",
    theme: dataset.theme === "dark" ? "dark" : "light",
    width: window.innerWidth,
    height: window.innerHeight,
    pixel_ratio: window.devicePixelRatio,
    more_contrast: window.matchMedia("(prefers-contrast: more)").matches,
    forced_colors: window.matchMedia("(forced-colors: active)").matches,
  };
}
