import { isText, openDialog } from "../screen/focus";
import { commandsOf, type KeyContext } from "./key-bindings";
import type { Commands } from "./registry";
import { COMMANDS, type Command, type CommandName } from "./table";

/** Controls that use arrow keys themselves. */
const ARROW_USERS =
  "input, [role=tablist], [role=grid], [role=treegrid], [role=separator], [role=slider], [role=radiogroup], [role=toolbar], [role=listbox], [role=menu], [role=combobox], [aria-haspopup=listbox]";

/** Binds keys and the mouse's back and forward buttons; returns an unsubscribe function. */
export function listen(commands: Commands, keyContext: KeyContext): () => void {
  // Capture phase: the webview and some controls have their own uses for these keys.
  const onHeld = (event: KeyboardEvent) => {
    if (!isPlain(event)) handle(event);
  };
  // Bubble phase: controls keep the keys they use.
  const onPlain = (event: KeyboardEvent) => {
    if (isPlain(event) && !event.defaultPrevented) handle(event);
  };

  function handle(event: KeyboardEvent): void {
    if (event.isComposing || event.key === "Process" || event.key === "Dead") return;
    const target = event.target instanceof Element ? event.target : null;
    const found = commandsOf(event, keyContext);
    if (found.length === 0 || isOthers(event, target, keyContext)) return;
    const isModal = openDialog() !== null;
    const name = inOrder(found, target).find((candidate) => {
      const { inDialogs }: Command = COMMANDS[candidate];
      return (inDialogs || !isModal) && commands.isPossible(candidate);
    });
    if (name === undefined) {
      // Keeps the webview from reloading or opening its own search.
      if (!isPlain(event) && !isEditing(event, keyContext)) event.preventDefault();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const { repeats }: Command = COMMANDS[name];
    if (!event.repeat || repeats) commands.run(name);
  }

  // The webview would go back on its own, even behind a dialog.
  const onMouse = (event: MouseEvent) => {
    const name = ({ 3: "back", 4: "forward" } as const)[event.button];
    if (name === undefined) return;
    event.preventDefault();
    if (event.type === "mouseup" && openDialog() === null) commands.run(name);
  };

  window.addEventListener("keydown", onHeld, { capture: true });
  window.addEventListener("keydown", onPlain);
  window.addEventListener("mousedown", onMouse);
  window.addEventListener("mouseup", onMouse);
  return () => {
    window.removeEventListener("keydown", onHeld, { capture: true });
    window.removeEventListener("keydown", onPlain);
    window.removeEventListener("mousedown", onMouse);
    window.removeEventListener("mouseup", onMouse);
  };
}

/** A key that controls and text fields use. */
function isPlain({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !/^F\d/.test(key);
}

/** Commands that only the open report's own row may lead to. */
const OF_OPEN: readonly CommandName[] = ["delete_report", "refresh_report"];

/** Keys that edit text. */
function isEditing(event: KeyboardEvent, { platform }: KeyContext): boolean {
  if (/^(Backspace|Delete|Arrow)/.test(event.key)) return !(event.altKey && platform !== "macos");
  if (/^[az]$/i.test(event.key) || /^Key[AZ]$/.test(event.code)) return true;
  return platform === "macos" && event.altKey;
}

/** True if the focused element uses the key itself. */
function isOthers(event: KeyboardEvent, target: Element | null, keyContext: KeyContext): boolean {
  if (!target) return false;
  const isTyping = isText(target);
  if (isPlain(event)) {
    if (event.key === "Escape") return false;
    return isTyping || (event.key.startsWith("Arrow") && target.closest(ARROW_USERS) !== null);
  }
  if (isTyping && isEditing(event, keyContext)) return true;
  // Alt+Up and Alt+Down open lists.
  const opens = event.altKey && /^Arrow(Up|Down)$/.test(event.key);
  return opens && target.closest("[role=combobox], [aria-haspopup=listbox], select") !== null;
}

/** Commands of the focused area first: the report panel or the list. */
function inOrder(names: CommandName[], target: Element | null): CommandName[] {
  const isInPanel = target?.closest("aside") != null;
  // The focused row may not be the open report.
  const isAtOther = !isInPanel && target?.closest("[role=row][data-key]:not([data-open])") != null;
  const isFirst = (name: CommandName) => (COMMANDS[name].group === "report") === isInPanel;
  return names
    .filter((name) => !isAtOther || !OF_OPEN.includes(name))
    .sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
}
