/** An address in its two parts: the host that many rows share, and what tells them apart. */
export type AddressParts = { host: string; path: string };

/** Splits an address as services keep it, without scheme (`field-notes.md` 5). */
export function splitAddress(address: string): AddressParts {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i.exec(address)?.[0] ?? "";
  return { host, path: address.slice(host.length) || "/" };
}
