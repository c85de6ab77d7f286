import type { Platform } from "../../host/contract";
import { COMMAND_NAMES, COMMANDS, type Command, type CommandName } from "./table";

/** Everything that determines a command's keys: platform, text direction, and whether single keys are off. */
export type KeyContext = { platform: Platform; direction: "ltr" | "rtl"; singleKeysOff: boolean };

/** Names of keys, and their `KeyboardEvent.key`. */
const NAMED_KEYS: Readonly<Record<string, string>> = {
  escape: "Escape",
  enter: "Enter",
  delete: "Delete",
  backspace: "Backspace",
  arrowup: "ArrowUp",
  arrowdown: "ArrowDown",
  arrowleft: "ArrowLeft",
  arrowright: "ArrowRight",
  plus: "+",
  f5: "F5",
};

/** The physical key to use for a character on layouts without Latin letters. */
const PLACES: Readonly<Record<string, string>> = {
  ",": "Comma",
  "/": "Slash",
  "=": "Equal",
  "-": "Minus",
  "[": "BracketLeft",
  "]": "BracketRight",
};

/** Characters that some layouts have with Shift and others without. */
const ANY_SHIFT = new Set(["?", "/", "plus", "=", "-", "[", "]", ","]);

type Stroke = { mod: boolean; alt: boolean; shift: boolean; key: string };

function readStroke(keys: string): Stroke {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  return { mod: parts.includes("mod"), alt: parts.includes("alt"), shift: parts.includes("shift"), key };
}

/** The keys of a command, main ones first; `start` and `end` become the arrows for the text direction. */
export function keysFor(name: CommandName, { platform, direction, singleKeysOff }: KeyContext): readonly string[] {
  const { keys }: Command = COMMANDS[name];
  const list = keys === undefined ? [] : "others" in keys ? keys[platform === "macos" ? "macos" : "others"] : keys;
  const [start, end] = direction === "ltr" ? ["arrowleft", "arrowright"] : ["arrowright", "arrowleft"];
  const usable = singleKeysOff ? list.filter((one) => one.length > 1) : list;
  return usable.map((one) => one.replace(/\bstart$/, start).replace(/\bend$/, end));
}

/** The commands bound to an event's keys: by character if the layout has it, otherwise by physical key. */
export function commandsOf(event: KeyboardEvent, keyContext: KeyContext): CommandName[] {
  const isMac = keyContext.platform === "macos";
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // No shortcut uses the other one of Ctrl and ⌘; AltGr types characters.
  if ((isMac ? event.ctrlKey : event.metaKey) || event.getModifierState("AltGraph")) return [];
  const fits = (has: (stroke: Stroke) => boolean) =>
    COMMAND_NAMES.filter((name) =>
      keysFor(name, keyContext).some((keys) => {
        const stroke = readStroke(keys);
        return stroke.mod === mod && stroke.alt === event.altKey && has(stroke);
      }),
    );
  const byKey = fits(({ key, shift }) => {
    if ((NAMED_KEYS[key] ?? key) !== lower(event.key)) return false;
    return shift === event.shiftKey || ANY_SHIFT.has(key);
  });
  if (byKey.length > 0) return byKey;
  return fits(({ key, shift }) => {
    if (/^\d$/.test(key)) return event.code === `Digit${key}` && !/^\d$/.test(event.key) && shift === event.shiftKey;
    // The layout has this character elsewhere.
    if (event.key.length !== 1 || event.key <= "~") return false;
    if (key === "?") return event.code === "Slash" && event.shiftKey;
    const place = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : PLACES[key];
    return place !== undefined && event.code === place && shift === event.shiftKey;
  });
}

/** Shift doesn't change which letter key it is. */
function lower(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}
