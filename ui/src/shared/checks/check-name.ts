// Names are the service's own and cannot be translated, so these are spelled as everyone spells them.
const INITIALISMS = new Set(
  "cdn css dns dom gzip hsts html http http2 https ip js json ld mime pdf seo spf ssl tls ttfb url utf8 xml".split(" "),
);

/** A name such as `meta_description` in words: "Meta description". */
export function readableName(name: string): string {
  const words = name
    .split(/[_\s-]+/)
    .filter(Boolean)
    .map((word) => (INITIALISMS.has(word.toLowerCase()) ? word.toUpperCase() : word))
    .join(" ");
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
