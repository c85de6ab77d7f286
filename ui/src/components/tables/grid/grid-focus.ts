const FOCUSABLE =
  ":is(a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex])";
const CELL = "[role=gridcell], [role=rowheader], [role=columnheader]";

/** The cell of a grid that an element is in. */
export const cellOf = (element: Element) => element.closest<HTMLElement>(CELL);

export const cellsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CELL)];

/** The places for the focus in a cell: what can take it there, or else the cell. */
function stopsOf(cell: HTMLElement): HTMLElement[] {
  const within = [...cell.querySelectorAll<HTMLElement>(FOCUSABLE)];
  return within.length > 0 ? within : [cell];
}

/** Focuses the first place in a cell. */
export function focusCell(cell: HTMLElement): void {
  focusStop(stopsOf(cell)[0]);
}

function focusStop(stop: HTMLElement | undefined) {
  if (!stop) return;
  // Cells take the focus from the arrow keys alone: a click on one is a click on its row.
  if (cellOf(stop) === stop) {
    stop.tabIndex = -1;
    stop.addEventListener("blur", () => stop.removeAttribute("tabindex"), { once: true });
  }
  stop.focus({ preventScroll: true });
  stop.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Moves the focus within a row, and from its ends to the row itself unless it is the head. */
export function moveInRow(row: HTMLElement, from: HTMLElement, by: 1 | -1): void {
  const stops = cellsOf(row).flatMap(stopsOf);
  const at = stops.indexOf(from);
  const next = stops[at < 0 ? (by > 0 ? 0 : stops.length - 1) : at + by];
  if (next) focusStop(next);
  else if (row.dataset.key !== undefined) row.focus({ preventScroll: true });
}
