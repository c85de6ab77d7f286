import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { Tooltip, TooltipTrigger, useLocale } from "react-aria-components";
import { createRequiredContext } from "../../required-context";
import tooltipStyles from "../buttons/Tooltip.module.css";
import styles from "./Marks.module.css";

export type ChartMark = {
  id: string;
  /** The row of marks, in charts with several. */
  row?: number;
  /** Its name, and its tooltip unless `tip` is given. */
  label: string;
  tip?: ReactNode;
  /** It can't be opened. */
  isPlain?: boolean;
};

type MarksProps = {
  "aria-label": string;
  marks: readonly ChartMark[];
  onOpen: (id: string) => void;
  className?: string | undefined;
  children: ReactNode;
};

type Shown = { id: string; element: Element };

type MarksContextValue = Pick<MarksProps, "marks" | "onOpen"> & {
  /** The mark that Tab focuses. */
  current: string | undefined;
  shown: string | undefined;
  show: (shown: Shown) => void;
};

const [Provider, useMarks] = createRequiredContext<MarksContextValue>("Marks");

/** Time for the pointer to move to the tooltip, in milliseconds. */
const HIDE_DELAY_MS = 150;

/**
 * Marks as one tab stop: arrow keys move, Home and End jump within a row, Enter opens; focus or hover shows the
 * tooltip.
 */
export function Marks({ marks, onOpen, className, children, ...props }: MarksProps) {
  const { direction } = useLocale();
  const [last, setLast] = useState<string>();
  const [shown, setShown] = useState<Shown | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const current = (marks.find(({ id }) => id === last) ?? marks[0])?.id;
  const mark = marks.find(({ id }) => id === shown?.id);

  const show = (next: Shown) => {
    clearTimeout(timer.current);
    setShown(next);
  };
  const stay = () => clearTimeout(timer.current);
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(null), HIDE_DELAY_MS);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && shown) {
      event.stopPropagation();
      setShown(null);
    }
    const key = direction === "rtl" ? (MIRRORED[event.key] ?? event.key) : event.key;
    const next = markAfter(marks, current, key);
    if (!next) return;
    event.preventDefault();
    area.current?.querySelector<SVGElement>(`[data-mark="${CSS.escape(next)}"]`)?.focus();
  };

  return (
    <Provider
      value={{
        marks,
        onOpen,
        current,
        shown: shown?.id,
        show: (next) => {
          if (document.activeElement === next.element) setLast(next.id);
          show(next);
        },
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: it is no part of a form */}
      <div
        ref={area}
        role="group"
        aria-label={props["aria-label"]}
        className={className}
        onKeyDown={onKeyDown}
        onPointerLeave={leave}
        onBlur={leave}
      >
        {children}
      </div>
      {mark && shown && (
        // One tooltip moves between marks, so no single one can own it.
        <TooltipTrigger key={shown.id} isOpen>
          <Tooltip
            triggerRef={{ current: shown.element }}
            offset={6}
            className={tooltipStyles.tooltip}
            onPointerEnter={stay}
            onPointerLeave={leave}
          >
            {mark.tip ?? mark.label}
          </Tooltip>
        </TooltipTrigger>
      )}
    </Provider>
  );
}

const MIRRORED: Record<string, string> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/** The mark that an arrow, Home, or End key moves to. */
function markAfter(marks: readonly ChartMark[], current: string | undefined, key: string): string | undefined {
  const here = marks.find(({ id }) => id === current);
  if (!here) return undefined;
  const lineOf = (row: number) => marks.filter((mark) => (mark.row ?? 0) === row);
  const line = lineOf(here.row ?? 0);
  const at = line.indexOf(here);
  const inLine = (row: number) => {
    const other = lineOf(row);
    return other[Math.min(at, other.length - 1)]?.id;
  };
  switch (key) {
    case "ArrowRight":
      return (line[at + 1] ?? here).id;
    case "ArrowLeft":
      return (line[at - 1] ?? here).id;
    case "Home":
      return line[0]?.id;
    case "End":
      return line.at(-1)?.id;
    case "ArrowDown":
      return inLine((here.row ?? 0) + 1);
    case "ArrowUp":
      return inLine((here.row ?? 0) - 1);
    default:
      return undefined;
  }
}

/** Props that make an element a mark of {@link Marks}. */
function useMark(id: string) {
  const { marks, current, shown, show, onOpen } = useMarks();
  const mark = marks.find((each) => each.id === id);
  const open = mark?.isPlain ? undefined : () => onOpen(id);
  const appear = (event: FocusEvent | PointerEvent | MouseEvent) => show({ id, element: event.currentTarget });
  return {
    role: mark?.isPlain ? "img" : "link",
    tabIndex: id === current ? 0 : -1,
    "aria-label": mark?.label,
    "data-mark": id,
    "data-shown": id === shown || undefined,
    onPointerEnter: appear,
    onFocus: appear,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter") open?.();
    },
  };
}

type MarkProps = {
  id: string;
  /** Hit area, in the picture's coordinates. */
  x: number;
  y: number;
  width: number;
  height: number;
  children?: ReactNode;
};

/** A mark in a picture, with hit area and focus ring. */
export function Mark({ id, x, y, width, height, children }: MarkProps) {
  const box = { x, y, width: Math.max(0, width), height: Math.max(0, height) };
  return (
    <g {...useMark(id)} className={styles.mark}>
      <rect {...box} className={styles.place} />
      {children}
      <rect {...box} rx={3} className={styles.frame} />
    </g>
  );
}
