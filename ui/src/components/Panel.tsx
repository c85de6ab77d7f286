import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import styles from "./Panel.module.css";

const NARROWEST = 340;
const WIDEST = 720;

/** A region at the side of a screen, as wide as the user makes it. */
export function Panel({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useLingui();
  const [width, setWidth] = useState(420);
  const resize = (wanted: number) => setWidth(Math.round(Math.min(WIDEST, Math.max(NARROWEST, wanted))));

  function dragFrom(event: PointerEvent<HTMLElement>) {
    const [from, start] = [event.clientX, width];
    const handle = event.currentTarget;
    const sign = getComputedStyle(handle).direction === "rtl" ? -1 : 1;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => resize(start + sign * (from - move.clientX));
    handle.onpointerup = () => {
      handle.onpointermove = null;
    };
  }

  function step(event: KeyboardEvent) {
    const by = { ArrowLeft: 16, ArrowRight: -16 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    resize(width + by);
  }

  return (
    <aside className={styles.panel} aria-label={label} style={{ width }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves is no line in a text */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={t`Width of the panel`}
        aria-valuenow={width}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        tabIndex={0}
        className={styles.handle}
        onPointerDown={dragFrom}
        onKeyDown={step}
      />
      {children}
    </aside>
  );
}
