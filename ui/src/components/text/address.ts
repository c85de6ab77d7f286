/** A URL's host, which many rows share, and its path. */
export type AddressParts = { host: string; path: string };

/** Splits a URL as services store it, without scheme (`field-notes.md` 5). */
export function splitAddress(address: string): AddressParts {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i.exec(address)?.[0] ?? "";
  return { host, path: address.slice(host.length) || "/" };
}

/** True if pages are of more than one host. */
export function hasSeveralHosts(addresses: readonly string[]): boolean {
  const named = addresses.filter((address) => address !== "");
  return named.some((address) => splitAddress(address).host !== splitAddress(named[0] ?? "").host);
}

/** The least room of a path that is cut, in pixels, so that it reads as one; and of one after a whole host. */
const [LEAST, LEAST_AFTER_HOST] = [88, 200];

/** The least room of a host that is cut, in pixels, so that it stays legible. */
const LEGIBLE = 100;

/** The room of a line below which paths need all of it, in pixels. */
const LEAST_ROOM = 280;

/**
 * The widths of kinds of letters in Inter at the size of text, in pixels; the first that matches counts. WebKitGTK gives
 * most letters whole pixels: less than this, and the line would lose its end.
 */
const WIDTHS: readonly [RegExp, number][] = [
  [/[ijlI]/, 3.4],
  [/[.,:;'|!]/, 4],
  [/[frt/()[\]]/, 4.8],
  [/[-_1]/, 6],
  [/[aksvxyz?*]/, 7.3],
  [/[mwMW%@]/, 11.7],
  [/…/, 12],
  [/[A-Z0-9&=+#~]/, 8.8],
  [/[\u2e80-\uffdc]/, 13],
];
const OTHER_WIDTH = 7.9;

const widthOf = (letter: string) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_WIDTH;
const ELLIPSIS = widthOf("…");
const sumOf = (letters: readonly string[]) => letters.reduce((sum, letter) => sum + widthOf(letter), 0);

/** About how wide a text is at the size of text, in pixels. */
export const textWidth = (text: string) => sumOf([...text]);

/** How many of the first letters have room. */
function fitting(letters: readonly string[], room: number): number {
  let left = room;
  const end = letters.findIndex((letter) => {
    left -= widthOf(letter);
    return left < 0;
  });
  return end < 0 ? letters.length : end;
}

/** True if a line of about `room` pixels has no room for hosts, but for those of pages without a path. */
export const isWithoutRoom = (room: number): boolean => room < LEAST_ROOM;

/**
 * The part of a host that has room before its path, of about `room` pixels, and the rest of it. Lines with room for
 * hosts all have one, so that paths begin alike; in others, only a page without a path does.
 */
export function shortHost({ host, path }: AddressParts, room: number): { start: string; rest: string } {
  if (isWithoutRoom(room) && path !== "/") return { start: "", rest: host };
  const whole = textWidth(host);
  const left = room - textWidth(path);
  if (whole <= left || (left < LEGIBLE && room - whole >= LEAST_AFTER_HOST)) return { start: host, rest: "" };
  const letters = [...host];
  let end = fitting(letters, Math.max(left, LEGIBLE) - ELLIPSIS);
  // No dot before the ellipsis.
  if (letters[end - 1] === ".") end -= 1;
  return { start: letters.slice(0, end).join(""), rest: letters.slice(end).join("") };
}

/** The parts of a path that have room after what is shown of its host, with its ellipsis: its end tells pages apart. */
export function shortPath({ host, path }: AddressParts, room: number): { start: string; rest: string; end: string } {
  const letters = [...path];
  const left = room - sumOf([...host]);
  if (left < LEAST || sumOf(letters) <= left) return { start: path, rest: "", end: "" };
  const half = (left - ELLIPSIS) / 2;
  const start = fitting(letters, half);
  const end = letters.length - fitting([...letters].reverse(), half);
  const part = (from: number, to?: number) => letters.slice(from, to).join("");
  return { start: part(0, start), rest: part(start, end), end: part(end) };
}
