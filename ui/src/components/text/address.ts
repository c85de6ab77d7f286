/** A URL's host, which many rows share, and its path. */
export type AddressParts = { host: string; path: string };

/** Splits a URL as services store it, without scheme (`field-notes.md` 5). */
export function splitAddress(address: string): AddressParts {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i.exec(address)?.[0] ?? "";
  return { host, path: address.slice(host.length) || "/" };
}

/** The least room of a host, in pixels, so that it reads as a part of it. */
const LEAST_HOST = 88;

/** The room of a line below which paths need all of it. */
const LEAST_ROOM = 170;

const ELLIPSIS = 11.5;

/** The widths of kinds of letters in Inter at the size of text, in pixels; the first that matches counts. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[ijlI.,:;'|!]/, 3.5],
  [/[frt/()[\]*]/, 4.8],
  [/[-_1]/, 5.9],
  [/[mwMW%@]/, 11.7],
  [/[A-Z0-9?&=+#~]/, 8.5],
  [/[\u2e80-\uffdc]/, 13],
];
const OTHER_WIDTH = 7.6;

const widthOf = (letter: string) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_WIDTH;
const sumOf = (letters: readonly string[]) => letters.reduce((sum, letter) => sum + widthOf(letter), 0);

/**
 * The part of a host that has room before its path, of about `room` pixels, and the rest of it. It has `LEAST_HOST`
 * pixels in any case, and is whole if it takes at most half of a line that has no room for the path either. In a narrow
 * line, only a page without a path has it.
 */
export function shortHost({ host, path }: AddressParts, room: number): { start: string; rest: string } {
  if (room < LEAST_ROOM && path !== "/") return { start: "", rest: host };
  const letters = [...host];
  const whole = sumOf(letters);
  const left = room - sumOf([...path]);
  if (whole <= left || (left < LEAST_HOST && whole <= room / 2)) return { start: host, rest: "" };
  const most = Math.max(left, LEAST_HOST);
  let end = 0;
  for (let taken = ELLIPSIS; end < letters.length; end += 1) {
    taken += widthOf(letters[end] ?? "");
    if (taken > most) break;
  }
  // No dot before the ellipsis.
  if (letters[end - 1] === ".") end -= 1;
  return { start: letters.slice(0, end).join(""), rest: letters.slice(end).join("") };
}
