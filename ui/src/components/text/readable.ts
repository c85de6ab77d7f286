/* Readable URLs; `tests/urls/readable.json` keeps this in step with the core's `model/src/readable.rs`. */

/** Needs no decoding, unless the host is encoded. */
const PLAIN = /^[ -$&-~]*$/;

/** Scripts, or combinations that one language uses. */
const SCRIPTS = [
  "a-zA-Z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff",
  "\u0370-\u03e1\u03f0-\u03ff\u1f00-\u1fff",
  "\u0400-\u052f",
  "\u0531-\u0587",
  "\u05d0-\u05ea",
  "\u0620-\u064a\u066e-\u06d3\u0750-\u077f",
  // The scripts of India and Sri Lanka have a block each.
  ...Array.from({ length: 10 }, (_, at) => String.fromCharCode(0x900 + at * 0x80, 0x2d, 0x97f + at * 0x80)),
  "\u0e01-\u0e5b",
  "\u0e81-\u0edf",
  "\u10d0-\u10ff",
  "\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\u3005",
  "\uac00-\ud7a3\u3400-\u4dbf\u4e00-\u9fff\u3005",
].map((letters) => new RegExp(`^[${letters}]*$`));

/** Invisible characters, direction controls, and lookalikes of URL delimiters. */
const UNSEEN = new RegExp(
  String.raw`[\0- \x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f` +
    String.raw`\u2044\u205f-\u206f\u2215\u2800\u29f8\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff\uff03\uff05` +
    String.raw`\uff0f\uff1f\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{10ffff}]`,
  "u",
);

/**
 * Decodes percent-encoded letters and single-script international hosts; ASCII stays encoded, so `%2F` doesn't become
 * `/`.
 */
export function readable(url: string): string {
  if (PLAIN.test(url) && !/xn--/i.test(url)) return url;
  const [, scheme = "", host = "", rest = ""] = /^([^/?#]*?:\/\/)?([^/?#]*)(.*)$/s.exec(url) ?? [];
  return scheme + readableHost(host) + decoded(rest);
}

function readableHost(host: string): string {
  if (host === "" || /[@%\\\s]/.test(host)) return decoded(host);
  let name: string;
  try {
    name = new URL(`https://${host}`).hostname;
  } catch {
    return decoded(host);
  }
  const port = /:[^:\]]*$/.exec(host)?.[0] ?? "";
  const labels = name.split(".").map((label) => (label.startsWith("xn--") ? fromPunycode(label.slice(4)) : label));
  const letters = labels.join("").replace(/[\d\-:_[\]]/g, "");
  const isOfOne = !labels.includes(undefined) && SCRIPTS.some((script) => script.test(letters));
  return (isOfOne ? labels.join(".") : name) + port;
}

/** Decodes a path and query for display. */
function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+|[^ -~]/giu, (found) => {
    if (found.startsWith("%")) return decodedRun(found);
    // Lone surrogates can't be encoded as UTF-8 either.
    if (/[\ud800-\udfff]/u.test(found)) return "\ufffd";
    return UNSEEN.test(found) ? encodeURIComponent(found) : found;
  });
}

function decodedRun(run: string): string {
  let readable = "";
  for (let at = 0; at < run.length; ) {
    const lead = Number.parseInt(run.slice(at + 1, at + 3), 16);
    const length = 3 * (lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1);
    const letter = length > 3 ? decodedLetter(run.slice(at, at + length)) : null;
    const taken = letter === null ? 3 : length;
    readable += letter === null || UNSEEN.test(letter) ? run.slice(at, at + taken) : letter;
    at += taken;
  }
  return readable;
}

function decodedLetter(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** Decodes a Punycode host label (RFC 3492); `undefined` if invalid. */
function fromPunycode(label: string): string | undefined {
  const split = label.lastIndexOf("-");
  const points = Array.from(label.slice(0, Math.max(split, 0)), (letter) => letter.charCodeAt(0));
  let [point, place, bias] = [128, 0, 72];
  for (let at = split + 1; at < label.length; ) {
    const before = place;
    for (let [weight, base] = [1, 36]; ; base += 36) {
      const digit = Number.parseInt(label[at++] ?? "", 36);
      if (Number.isNaN(digit)) return undefined;
      // In Punycode, letters come before digits.
      const value = digit < 10 ? digit + 26 : digit - 10;
      place += value * weight;
      const least = Math.min(Math.max(base - bias, 1), 26);
      if (value < least) break;
      weight *= 36 - least;
    }
    const count = points.length + 1;
    let delta = Math.floor((place - before) / (before === 0 ? 700 : 2));
    delta += Math.floor(delta / count);
    let steps = 0;
    for (; delta > 455; steps += 36) delta = Math.floor(delta / 35);
    bias = steps + Math.floor((36 * delta) / (delta + 38));
    point += Math.floor(place / count);
    place %= count;
    if (point > 0x10ffff) return undefined;
    points.splice(place++, 0, point);
  }
  return String.fromCodePoint(...points);
}
