// Names come from the service and can't be translated, so only well-known initialisms are spelled out.
const INITIALISMS = new Set(
  "cdn css dns dom gzip h1 h2 h3 h4 h5 h6 hsts html http http2 https ip js json ld mime pdf seo spf ssl tls ttfb url utf8 xml".split(
    " ",
  ),
);

/** `meta_description` becomes “Meta description”. */
export function readableName(name: string): string {
  const words = wordsOf(name);
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** A key of a value: `first_byte` becomes “first byte”; one that isn’t a plain name, such as a URL, is kept. */
export function readableKey(key: string): string {
  return (/^\w+$/.test(key) && wordsOf(key)) || key;
}

function wordsOf(name: string): string {
  return name
    .split(/[_\s-]+/)
    .filter(Boolean)
    .map((word) => (INITIALISMS.has(word.toLowerCase()) ? word.toUpperCase() : word))
    .join(" ");
}
