import { useRouterState } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { TABBABLE } from "../../components";
import { focusTable, openDialog } from "../../shared/screen/focus";

/** Time for dialogs and panels to restore the focus themselves, in milliseconds. */
const SETTLE_MS = 80;

/** Containers whose controls are good substitutes for each other. */
const TOGETHER = "[role=grid], [role=group], [role=toolbar], nav, section, form, footer, aside";

/** Keeps the focus in the window: on the heading after navigation, and nearby when the focused element disappears. */
export function useFocusKept(main: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const screen = path && screenOf(path);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = screen;
    // After launch, Tab starts at the window's first control.
    if (before === undefined || before === screen) return;
    const timer = setTimeout(() => {
      if (!main.current?.contains(document.activeElement) && !openDialog()) focusHeading(main.current);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [screen, main]);

  useEffect(() => {
    let trail: Element[] = [];
    // Where it was before a dialog or a message that is gone with what it would return to.
    let inMain: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      trail = withAncestors(target);
      if (main.current?.contains(target)) inMain = trail;
    };
    const isLost = () => document.activeElement === document.body && trail[0] !== undefined && isGone(trail[0]);
    const observer = new MutationObserver(() => {
      if (timer !== undefined || !isLost()) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (!isLost() || focusNear(trail, main.current)) return;
        const [before] = inMain;
        if (before instanceof HTMLElement && !isGone(before)) before.focus({ preventScroll: true });
        if (document.activeElement !== document.body || focusNear(inMain, main.current)) return;
        focusHeading(main.current);
      }, SETTLE_MS);
    });
    document.addEventListener("focusin", note);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", note);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [main]);
}

/** A report opens beside its list, and a project has tabs, so both count as one screen. */
function screenOf(path: string): string {
  const [project] = /^\/c\/[^/]+\/projects\/[^/]+/.exec(path) ?? [];
  return project ?? path.replace(/^((?:\/c\/[^/]+)?\/reports)\/.*$/, "$1");
}

function withAncestors(element: Element): Element[] {
  const all: Element[] = [];
  for (let next: Element | null = element; next; next = next.parentElement) all.push(next);
  return all;
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(":disabled");
}

/** Focuses a remaining neighbor of the removed element; false if there is none. */
function focusNear(trail: readonly Element[], main: HTMLElement | null): boolean {
  const left = trail.filter((element) => element.isConnected && main?.contains(element) && element !== main);
  const near = left.find((element) => element.matches(TOGETHER));
  const wasInPanel = trail.some((element) => element.matches("aside") && !element.isConnected);
  const list = wasInPanel ? main?.querySelector("[role=columnheader]")?.closest("[role=grid]") : null;
  const controls = [...(near?.querySelectorAll(TABBABLE) ?? [])];
  // The handle of a panel is none that stands for another.
  const control = controls.find((element) => !element.matches("[role=separator]"));
  const target = near?.matches("[role=grid]") ? near : (control ?? list);
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("[role=grid]")) focusTable(target);
  else target.focus({ preventScroll: true });
  return document.activeElement !== document.body;
}

/** Focuses the screen's heading, or the screen. */
function focusHeading(main: HTMLElement | null): void {
  const heading = main?.querySelector<HTMLElement>("h1");
  // Focusable by script only, not by Tab.
  if (heading) heading.tabIndex = -1;
  (heading ?? main)?.focus({ preventScroll: true });
}
