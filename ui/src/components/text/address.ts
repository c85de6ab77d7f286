/** A URL's host, which many rows share, and its path. */
export type AddressParts = { host: string; path: string };

/** Splits a URL as services store it, without scheme (`field-notes.md` 5). */
export function splitAddress(address: string): AddressParts {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i.exec(address)?.[0] ?? "";
  return { host, path: address.slice(host.length) || "/" };
}

/** The last part of a path or search, by which pages of a site can be told apart, and what is before it. */
export function splitPath(path: string): { start: string; end: string } {
  const at = path.search(/[/&#][^/&#]+[/&#]?$/);
  return { start: path.slice(0, Math.max(0, at)), end: path.slice(Math.max(0, at)) };
}
