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

/** Focuses a table's last focused row, or else the first in view: by itself, the table would scroll to its first row. */
export function focusTable(grid: HTMLElement): void {
  const rows = [...grid.querySelectorAll<HTMLElement>("[role=row][data-key]")];
  const edge = grid.querySelector("[role=columnheader]")?.getBoundingClientRect().bottom ?? 0;
  // React Aria leaves the table out of the tab order while it remembers a row.
  const remembers = grid.tabIndex < 0;
  const inView = remembers ? undefined : rows.find((row) => row.getBoundingClientRect().top >= edge);
  (inView ?? grid).focus({ preventScroll: true });
}
