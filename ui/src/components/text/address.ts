/** A URL's host, which many rows share, and its path. */
export type AddressParts = { host: string; path: string };

/** Splits a URL as services store it, without scheme (`field-notes.md` 5). */
export function splitAddress(address: string): AddressParts {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i.exec(address)?.[0] ?? "";
  return { host, path: address.slice(host.length) || "/" };
}

/** The fewest letters of a host that read as a part of it, with the ellipsis; a shorter one is left out. */
const LEAST_HOST = 11;

/** The room below which no host is shown, or some rows of a narrow list would have one and others not. */
const LEAST_ROOM = 300;

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
 * The part of a host that has room before its path, of about `room` pixels, and the rest of it: most of it, or none; or
 * all of it, if a path that has no room anyway is left half. In a narrow line, only a page without a path has it.
 */
export function shortHost({ host, path }: AddressParts, room: number): { start: string; rest: string } {
  if (room < LEAST_ROOM && path !== "/") return { start: "", rest: host };
  const letters = [...host];
  const left = room - sumOf([...path]);
  if (sumOf(letters) <= left) return { start: host, rest: "" };
  let end = 0;
  let taken = ELLIPSIS;
  for (const letter of letters) {
    taken += widthOf(letter);
    if (taken > left) break;
    end += 1;
  }
  if (end < LEAST_HOST - 1) return sumOf(letters) <= room / 2 ? { start: host, rest: "" } : { start: "", rest: host };
  // No dot before the ellipsis.
  if (letters[end - 1] === ".") end -= 1;
  return { start: letters.slice(0, end).join(""), rest: letters.slice(end).join("") };
}
