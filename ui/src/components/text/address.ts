/** A URL's host, which many rows share, and its path. */
export type AddressParts = { host: string; path: string };

/** Splits a URL as services store it, without scheme (`field-notes.md` 5). */
export function splitAddress(address: string): AddressParts {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i.exec(address)?.[0] ?? "";
  return { host, path: address.slice(host.length) || "/" };
}

/** The fewest letters of a host by which sites can be told apart, with the ellipsis; it is never shorter. */
const LEAST_HOST = 8;

/** The part of a host that has room before its path, of about `room` Latin letters, and the rest of it. */
export function shortHost({ host, path }: AddressParts, room: number): { start: string; rest: string } {
  const letters = [...host];
  const wide = path.match(/[\u2e80-\uffdc]/g)?.length ?? 0;
  const left = room - path.length - wide;
  const end = letters.length <= Math.max(left, LEAST_HOST) ? letters.length : Math.max(left, LEAST_HOST) - 1;
  return { start: letters.slice(0, end).join(""), rest: letters.slice(end).join("") };
}
