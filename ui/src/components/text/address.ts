/** A URL's host, which many rows share, and its path. */
export type AddressParts = { host: string; path: string };

/** Splits a URL as services store it, without scheme (`field-notes.md` 5). */
export function splitAddress(address: string): AddressParts {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i.exec(address)?.[0] ?? "";
  return { host, path: address.slice(host.length) || "/" };
}
