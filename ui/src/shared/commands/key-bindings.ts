import type { Platform } from "../../host/contract";
import { COMMAND_NAMES, COMMANDS, type Command, type CommandName } from "./table";

/** Where keys are pressed: which system, in which direction its text runs, and whether keys that are a single character run nothing. */
export type KeyContext = { platform: Platform; direction: "ltr" | "rtl"; singleKeysOff: boolean };

/** The keys with names, and what a keyboard event calls them. */
const NAMED_KEYS: Readonly<Record<string, string>> = {
  escape: "Escape",
  delete: "Delete",
  backspace: "Backspace",
  arrowup: "ArrowUp",
  arrowdown: "ArrowDown",
  arrowleft: "ArrowLeft",
  arrowright: "ArrowRight",
  plus: "+",
  f5: "F5",
};

/** The key that a layout without Latin letters has at the place of a character. */
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

/** The keys of a command here, the usual ones first; `start` and `end` have become the arrows that point there. */
export function keysFor(name: CommandName, { platform, direction, singleKeysOff }: KeyContext): readonly string[] {
  const { keys }: Command = COMMANDS[name];
  const list = keys === undefined ? [] : "others" in keys ? keys[platform === "macos" ? "macos" : "others"] : keys;
  const [start, end] = direction === "ltr" ? ["arrowleft", "arrowright"] : ["arrowright", "arrowleft"];
  const usable = singleKeysOff ? list.filter((one) => one.length > 1) : list;
  return usable.map((one) => one.replace(/\bstart$/, start).replace(/\bend$/, end));
}

/**
 * The commands that have the keys of an event. Whatever the layout: a character counts where the layout has it, and where
 * it has other letters there, or digits with Shift alone, the place on the keyboard counts.
 */
export function commandsOf(event: KeyboardEvent, desk: KeyContext): CommandName[] {
  const isMac = desk.platform === "macos";
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // The other one of Ctrl and ⌘ is in none of the app's keys; AltGr makes characters.
  if ((isMac ? event.ctrlKey : event.metaKey) || event.getModifierState("AltGraph")) return [];
  const fits = (has: (stroke: Stroke) => boolean) =>
    COMMAND_NAMES.filter((name) =>
      keysFor(name, desk).some((keys) => {
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
    // Characters that the layout has are where it has them.
    if (event.key.length !== 1 || event.key <= "~") return false;
    if (key === "?") return event.code === "Slash" && event.shiftKey;
    const place = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : PLACES[key];
    return place !== undefined && event.code === place && shift === event.shiftKey;
  });
}

/** A letter with Shift is the same key. */
function lower(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}
