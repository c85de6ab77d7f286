import { type RouterHistory, useRouter, useRouterState } from "@tanstack/react-router";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { scrollerOf, startIn } from "../../../components/tables/grid/scroller";

/** How far a list was loaded and scrolled, and its selection. */
type KeptPlace = { pages: number; top: number; selected: readonly string[] };

/** Places of lists by their position in the history and their query. */
type Places = Map<string, KeptPlace>;

/** The most places that are kept: a search leaves one at each pause in typing. */
const MAX_PLACES = 50;

const placesIn = new WeakMap<RouterHistory, Places>();

function keep(history: RouterHistory, key: string, place: KeptPlace): void {
  const places = placesIn.get(history) ?? forgetful(history);
  // The last one left is the last to go.
  places.delete(key);
  placesIn.set(history, places.set(key, place));
  const [oldest] = places.keys();
  if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
}

/** New places, without those of entries that a new one replaces. */
function forgetful(history: RouterHistory): Places {
  const places: Places = new Map();
  history.subscribe(({ location, action }) => {
    if (action.type !== "PUSH") return;
    for (const key of places.keys()) if (Number.parseInt(key, 10) >= location.state.__TSR_index) places.delete(key);
  });
  return places;
}

/** The place that a list had when this entry of the history was left, if it was shown before. */
export function useKeptPlace(query: string): { key: string; kept: KeptPlace | undefined } {
  const { history } = useRouter();
  const index = useRouterState({ select: ({ location }) => location.state.__TSR_index });
  const key = `${index} ${query}`;
  return { key, kept: placesIn.get(history)?.get(key) };
}

/** The rows' container. */
const containerIn = (area: HTMLElement | null) => area?.querySelector("[role=grid]")?.parentElement;

/** The rows' scrolling element. */
function scrollerIn(area: HTMLElement | null): Element | undefined {
  const container = containerIn(area);
  return container ? scrollerOf(container) : undefined;
}

/** Scrolls to the first row; a screen that scrolls as a whole stays where its list begins, or above. */
function scrollToStart(area: HTMLElement | null): void {
  const [container, scroller] = [containerIn(area), scrollerIn(area)];
  if (container && scroller) scroller.scrollTop = Math.min(scroller.scrollTop, startIn(scroller, container));
}

/** Options of `useKeepPlace`. */
export type KeepOptions = {
  /** The element that holds the rows. */
  area: RefObject<HTMLElement | null>;
  key: string;
  kept: KeptPlace | undefined;
  query: string;
  /** The query's kept pages are all loaded. */
  isLoaded: boolean;
  pages: number;
  selected: readonly string[];
};

/** Keeps a list's place until its entry in the history is shown again, and restores it. */
export function useKeepPlace({ area, key, kept, query, isLoaded, pages, selected }: KeepOptions): void {
  const { history } = useRouter();
  const latest = useRef({ pages, selected, top: 0 });
  const restored = useRef<string>(undefined);
  const top = kept?.top ?? 0;
  useLayoutEffect(() => {
    latest.current = { pages, selected, top };
  });
  useLayoutEffect(
    () => () => {
      // A list that is left before it is restored keeps its earlier place.
      const scroller = restored.current === query ? scrollerIn(area.current) : undefined;
      keep(history, key, { ...latest.current, ...(scroller && { top: scroller.scrollTop }) });
    },
    [history, area, key, query],
  );

  // Without a kept place, nothing waits for the rows: a later restore would undo the user's scrolling.
  const isNew = top === 0;
  useLayoutEffect(() => {
    if (!isNew || restored.current === query) return;
    scrollToStart(area.current);
    restored.current = query;
  }, [area, query, isNew]);

  useEffect(() => {
    if (!isLoaded || restored.current === query) return;
    const { top } = latest.current;
    const restore = () => {
      const scroller = scrollerIn(area.current);
      if (scroller) scroller.scrollTop = top;
      restored.current = query;
    };
    // The rows get their height after the first frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(restore);
    });
    return () => cancelAnimationFrame(frame);
  }, [area, query, isLoaded]);
}
