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
