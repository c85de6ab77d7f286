import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import styles from "./Grid.module.css";

/** How far an arrow key moves the handle, in pixels. */
const STEP = 10;

type ResizerProps = {
  width: number;
  minWidth: number;
  /** Of the column's head, which names the handle as well. */
  headId: string;
  onResize: (width: number) => void;
  onEnd: () => void;
  onReset: () => void;
};

/** The handle at the end of a column's head: drag it, or press Enter on it and use the arrow keys. */
export function Resizer({ width, minWidth, headId, onResize, onEnd, onReset }: ResizerProps) {
  const { t } = useLingui();
  const id = useId();
  const drag = useRef<{ x: number; width: number }>(null);
  const [isByKeys, setByKeys] = useState(false);

  const signOf = (handle: Element) => (getComputedStyle(handle).direction === "rtl" ? -1 : 1);

  function end() {
    drag.current = null;
    setByKeys(false);
    onEnd();
  }

  function onPointerMove({ currentTarget, clientX }: PointerEvent) {
    const { current } = drag;
    if (current && clientX !== current.x) onResize(current.width + (clientX - current.x) * signOf(currentTarget));
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, currentTarget } = event;
    if (isByKeys && (key === "ArrowLeft" || key === "ArrowRight")) {
      onResize(width + STEP * signOf(currentTarget) * (key === "ArrowRight" ? 1 : -1));
    } else if (isByKeys && (key === "Enter" || key === " " || key === "Escape")) end();
    else if (!isByKeys && (key === "Enter" || key === " ")) setByKeys(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      role="slider"
      id={id}
      tabIndex={-1}
      className={styles.resizer}
      aria-label={t`Column width`}
      aria-labelledby={`${id} ${headId}`}
      aria-valuenow={width}
      aria-valuemin={minWidth}
      data-resizing={isByKeys || undefined}
      onPointerDown={({ button, currentTarget, pointerId, clientX }) => {
        if (button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        drag.current = { x: clientX, width };
      }}
      onPointerMove={onPointerMove}
      onLostPointerCapture={end}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
      onBlur={() => isByKeys && end()}
      // Not a press on the head, which sorts.
      onClick={(event) => event.stopPropagation()}
    />
  );
}
