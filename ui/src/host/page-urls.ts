/* Recognizes page URLs where no call can be awaited; `tests/urls/typed.json` keeps it in step with the core's
   `model/src/address.rs`. */

/** Column separators, which no host contains. */
const BETWEEN = /[,;|]/;

/** Scheme and authority. */
const AUTHORITY = /^https?:\/\/([^/\\?#]*)/i;

/** The URLs in a text, one per line or separated by spaces; other lines are ignored. */
export function addressesIn(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap(each)
    .filter(isPageAddress);
}

/** The URLs on a line, which spaces may separate. */
function each(line: string): string[] {
  return severalIn(line) ?? [line.trim()];
}

/** The URLs of a text that is several; a space within one URL's path doesn't split it. */
export function severalIn(text: string): string[] | null {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[,;|]+$/, ""));
  const [first = "", ...rest] = words;
  if (rest.length === 0) return null;
  const isEach =
    hasScheme(first) || /[/?#]/.test(first)
      ? rest.every(hasScheme) && isMeant(first)
      : words.every((word) => isMeant(word));
  return isEach ? words : null;
}

/** True if another URL with a scheme follows the first word. */
export function isMixed(text: string): boolean {
  return text.trim().split(/\s+/).slice(1).some(hasScheme);
}

/** True if a text looks like a page's URL, with or without a scheme. */
export function isPageAddress(typed: string): boolean {
  const text = typed.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no address has
  if (text === "" || text.length > 16_384 || /[\0-\x1f\x7f-\x9f\ufffd]/.test(text)) return false;
  if (!isMeant(text) || (hasScheme(text) && hasColumns(text)) || isMixed(text)) return false;
  const address = text.replace(/\s*#.*$/, "");
  const whole = hasScheme(address) ? address : `https://${address}`;
  if (!/^\S+$/.test(AUTHORITY.exec(whole)?.[1] ?? "")) return false;
  try {
    const { href, username, password } = new URL(whole);
    return href.length <= 2048 && username === "" && password === "";
  } catch {
    return false;
  }
}

function hasScheme(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Without a scheme, text without a host name may be anything: a path, a number, an email address. */
function isMeant(text: string): boolean {
  return hasScheme(text) || hasHost(text);
}

/** True if several URLs share a line, or another column runs into the host. */
function hasColumns(text: string): boolean {
  return BETWEEN.test(AUTHORITY.exec(text)?.[1] ?? "") || /[,;|]https?:\/\//i.test(text);
}

/** True for text starting with a host, such as `example.com`, `localhost:8080`, or `127.0.0.1`. */
function hasHost(text: string): boolean {
  const name = (text.split(/[/?#]/)[0] ?? "").replace(/:\d+$/, "").replace(/\.$/, "");
  if (!/^(?:[\w.-]|[^\s\0-\x7f])+$/u.test(name)) return false;
  return /\.[^\d.][^.]+$/u.test(name) || /^localhost$/i.test(name) || /^\d{1,3}(\.\d{1,3}){3}$/.test(name);
}

/** A URL without its scheme, as lists show and search it. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//i, "");
}
