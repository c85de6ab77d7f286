import { scrollerOf } from "../../components/tables/grid/scroller";

const TEXT =
  "textarea, select, [contenteditable]:not([contenteditable=false]), input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset])";

export function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT) !== null;
}

/** The open modal dialog; toasts have the role too, but aren't modal. */
export function openDialog(): HTMLElement | null {
  return document.querySelector("[role=dialog], [role=alertdialog]:not([aria-modal=false])");
}

/** Focuses a field and selects its text. */
export function focusAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** Focuses a table's last focused row if it is in view, or else the first in view: the table itself would scroll. */
export function focusTable(grid: HTMLElement): void {
  const edge = grid.querySelector("[role=columnheader]")?.getBoundingClientRect().bottom ?? 0;
  const container = grid.parentElement;
  const ends = (container ? [container, scrollerOf(container)] : []).map((part) => part.getBoundingClientRect().bottom);
  const end = Math.min(...ends) || Number.POSITIVE_INFINITY;
  const inView = [...grid.querySelectorAll<HTMLElement>("[role=row][data-key]")].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= edge && bottom <= end;
  });
  const remembered = inView.some((row) => row.tabIndex === 0);
  ((remembered ? null : inView[0]) ?? grid).focus({ preventScroll: true });
}
