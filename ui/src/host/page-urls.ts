/** The addresses of pages that a text has, one a line; lines that are none do not count. */
export function addressesIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(isPageAddress);
}

/** The URLs on a line, which spaces may separate. */
export function isPageAddress(text: string): boolean {
  const hasScheme = /^https?:\/\//i.test(text);
  if (/\s/.test(text) || text.length > 2048) return false;
  try {
    const { hostname, username } = new URL(hasScheme ? text : `https://${text}`);
    // Without a scheme, what has no name of a site may be anything: a file's path, a number, an e-mail address.
    return username === "" && (hasScheme || /\.([a-z]{2,}|xn--[a-z\d-]+)$/.test(hostname));
  } catch {
    return false;
  }
}

/** An address as lists have it and search it: without its scheme. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//i, "");
}
