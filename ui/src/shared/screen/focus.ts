const TEXT =
  "textarea, select, [contenteditable]:not([contenteditable=false]), input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset])";

/** Whether something is a field, or in one, into which text is typed or from which one is chosen by typing. */
export function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT) !== null;
}

/** The dialog that is open over the screen, if any. A message is one to screen readers as well, but nothing is behind it. */
export function openDialog(): HTMLElement | null {
  return document.querySelector("[role=dialog], [role=alertdialog]:not([aria-modal=false])");
}

/** Puts the focus into a field with all of its text selected, ready to be typed over. */
export function focusAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
