// Names come from the service and can't be translated, so only well-known initialisms are spelled out.
const INITIALISMS = new Set(
  "cdn css dns dom gzip hsts html http http2 https ip js json ld mime pdf seo spf ssl tls ttfb url utf8 xml".split(" "),
);

/** `meta_description` becomes “Meta description”. */
export function readableName(name: string): string {
  const words = name
    .split(/[_\s-]+/)
    .filter(Boolean)
    .map((word) => (INITIALISMS.has(word.toLowerCase()) ? word.toUpperCase() : word))
    .join(" ");
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
