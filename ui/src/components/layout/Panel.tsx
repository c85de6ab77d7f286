import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useState } from "react";
import styles from "./Panel.module.css";

const [NARROWEST, USUAL] = [340, 440];

/** In a small window, the list needs its share, so that it has room for hosts. */
const USUAL_WIDTH = `min(${USUAL}px, 39.2vw)`;

const STEP = 16;

/** The most pixels that a panel may take. */
export const WIDEST_PANEL = 720;

export type PanelProps = {
  label: string;
  /** Width in pixels, 340–720; `null` for the default. */
  width: number | null;
  /** The user resized it, or reset it with `null`. */
  onWidth: (width: number | null) => void;
  children: ReactNode;
};

const within = (width: number) => Math.round(Math.min(WIDEST_PANEL, Math.max(NARROWEST, width)));

export function Panel({ label, width, onWidth, children }: PanelProps) {
  const { t } = useLingui();
  const [dragged, setDragged] = useState<number | null>(null);
  const settled = within(width ?? USUAL);
  const now = dragged ?? settled;
  const settledWidth = width === null ? USUAL_WIDTH : `${settled}px`;
  // Messages keep clear of the panel.
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--panel-width", settledWidth);
    return () => void style.removeProperty("--panel-width");
  }, [settledWidth]);

  function dragFrom(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    const from = event.clientX;
    // A narrow window may allow less.
    const start = handle.parentElement?.getBoundingClientRect().width || now;
    const sign = isRightToLeft(handle) ? -1 : 1;
    let reached: number | null = null;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => {
      reached = within(start + sign * (from - move.clientX));
      setDragged(reached);
    };
    handle.onpointerup = handle.onpointercancel = () => {
      handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
      setDragged(null);
      if (reached !== null) onWidth(reached);
    };
  }

  function step(event: KeyboardEvent<HTMLElement>) {
    const drawn = event.currentTarget.parentElement?.getBoundingClientRect().width || now;
    const [wider, narrower] = isRightToLeft(event.currentTarget)
      ? ["ArrowRight", "ArrowLeft"]
      : ["ArrowLeft", "ArrowRight"];
    const to = { [wider]: drawn + STEP, [narrower]: drawn - STEP, Home: NARROWEST, End: WIDEST_PANEL }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onWidth(within(to));
  }

  return (
    <aside className={styles.panel} aria-label={label} style={{ width: dragged ?? settledWidth }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves is no line in a text */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={t`Panel width`}
        aria-valuenow={now}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST_PANEL}
        tabIndex={0}
        className={styles.handle}
        data-dragged={dragged !== null || undefined}
        onPointerDown={dragFrom}
        onDoubleClick={() => onWidth(null)}
        onKeyDown={step}
      />
      {children}
    </aside>
  );
}

export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === "rtl";
}
