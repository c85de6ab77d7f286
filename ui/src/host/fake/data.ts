import type { Check, Importance, JsonValue, Privacy, Report, Verdict } from "../contract";

/** A seeded random number generator. */
export type Dice = { roll(below: number): number; pick<T>(from: readonly T[]): T; chance(of: number): boolean };

/** A mulberry32 generator. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (below: number) => Math.floor(next() * below);
  return { roll, pick: (from) => from[roll(from.length)] as (typeof from)[number], chance: (of) => next() < of };
}

const SITES = [
  "northwind-shop.example",
  "harborcafe.example",
  "lumen-studio.example",
  "docs.brightleaf.example",
  "münchen-reisen.example",
  "alpineguides.example",
  "kaffeewerk.example",
  "fjordbikes.example",
  "city-library.example",
  "orchard-dental.example",
  "printworks.example",
  "a-rather-long-name-for-a-conference-on-sustainable-harbours.example",
] as const;

const PATHS = [
  "",
  "/about",
  "/pricing",
  "/contact",
  "/kontakt",
  "/blog/how-to-choose-a-winter-jacket",
  "/products/trail-running/women/gore-tex-shoes",
  "/journal/2026/08",
  "/support/returns",
  "/guides/getting-started",
  "/category/backpacks",
  "/search?q=größe&sort=price&page=2",
  "/de/angebote?saison=sommer",
  "/team/anna-lindqvist",
  `/archive?${Array.from({ length: 12 }, (_, n) => `filter[${n}]=${(n * 7919).toString(16)}`).join("&")}`,
] as const;

const CHECKS: readonly [name: string, importance: Importance, value: JsonValue, errors: JsonValue][] = [
  ["title", "high", "Trail running shoes for women – Northwind", { too_long: { max: 60, length: 74 } }],
  ["meta_description", "high", null, { missing: null }],
  ["headings", "high", { h1: ["Trail running"], h2: ["Overview", "Care", "Related"] }, { too_many: { h1: 2 } }],
  ["content_keywords", "high", ["trail", "running", "shoes"], { too_few: { min: 3 } }],
  ["seo_friendly_url", "high", null, { bad_format: ["?", "="] }],
  ["canonical_tag", "high", null, { missing: null }],
  ["404_page", "high", 404, { missing: null }],
  ["https_encryption", "high", true, { missing: null }],
  ["robots", "high", ["/cart", "/account"], { blocked: ["/"] }],
  ["noindex", "high", null, { blocked: "noindex" }],
  ["load_time", "medium", 1.8, { too_slow: { max: 2 } }],
  ["page_size", "medium", 412_331, { too_large: { max: 330_000 } }],
  ["http_requests", "medium", { images: 22, scripts: 9, styles: 4 }, { too_many: { max: 50 } }],
  ["image_format", "medium", ["hero.jpg", "team.jpg", "shop.png"], { bad_format: ["hero.jpg", "shop.png"] }],
  ["image_alt", "medium", 22, { missing: ["hero.jpg", "shop.png"] }],
  ["defer_javascript", "medium", [], { missing: ["app.js", "tracking.js"] }],
  ["dom_size", "medium", 893, { too_many: { max: 1500 } }],
  [
    "structured_data",
    "medium",
    { Organization: { name: "Northwind", url: "https://northwind-shop.example" } },
    { missing: null },
  ],
  ["text_to_html_ratio", "low", 14.2, { too_small: { min: 10 } }],
  ["content_length", "low", { min: 500, max: 2400 }, { too_few: { min: 500 } }],
  ["language", "low", "en-GB", { missing: null }],
  ["favicon", "low", "https://northwind-shop.example/favicon.ico", { missing: null }],
  ["charset", "low", "UTF-8", { missing: null }],
  ["plaintext_email", "low", [], { found: ["info@northwind-shop.example"] }],
  ["social_tags", "low", { "og:type": "website" }, { missing: ["og:title", "og:image"] }],
  ["inline_css", "low", 3, { found: ["style", "style", "style"] }],
  ["deprecated_tags", "low", [], { found: ["center", "font"] }],
  ["server_signature", "low", null, { found: "nginx/1.24" }],
  ["compression", "medium", "br", { missing: null }],
  ["sitemap", "medium", ["https://northwind-shop.example/sitemap.xml"], { missing: null }],
];

/** The verdict of a score (`field-notes.md` 3). */
export function verdictOf(score: number): Verdict {
  return score > 79 ? "good" : score >= 49 ? "decent" : "bad";
}

/** The URL as a service stores it: no scheme, `www.`, or trailing slash (`field-notes.md` 5). */
export function keptAddress(url: URL): string {
  const rest = decodeURI(`${url.pathname === "/" && !url.search ? "" : url.pathname}${url.search}`);
  return `${url.host.replace(/^www\./, "")}${rest}`;
}

/** Generated checks and score for a URL. */
export function analyzed(url: string, dice: Dice): { checks: Check[]; score: number } {
  const strictness = dice.pick([0.06, 0.14, 0.24, 0.42]);
  let [won, possible] = [0, 0];
  const checks = CHECKS.map(([name, importance, value, errors]): Check => {
    const weight = { high: 10, medium: 5, low: 1 }[importance];
    const passed = !dice.chance(strictness);
    possible += weight;
    won += passed ? weight : 0;
    const shown = name === "seo_friendly_url" ? url : value;
    return { name, passed, importance, value: shown, errors: passed ? null : errors, other: {} };
  });
  return { checks, score: Math.round((won / possible) * 100) };
}

/** About 240 reports on 12 sites over eight months, oldest first; deterministic. */
export function seededReports(now: number, count = 240): Report[] {
  const dice = diceOf(7);
  const ages = Array.from({ length: count }, () => 300 + dice.roll(243 * 24 * 3600)).sort((a, b) => b - a);
  return ages.map((age, index): Report => {
    const site = SITES[(index * 5 + dice.roll(2)) % SITES.length] as string;
    const url = `https://${site}${dice.pick(PATHS) || "/"}`;
    const { checks, score } = analyzed(url, dice);
    const privacy = dice.pick<Privacy>(["private", "private", "private", "public", "password"]);
    const generated = dice.chance(0.3) ? 60 + dice.roll(age - 60) : age;
    const at = (seconds: number) => new Date(now - seconds * 1000).toISOString();
    return {
      row: {
        id: String(4100 + index),
        address: `${site}${url.slice(8 + site.length).replace(/^\/$/, "")}`,
        url,
        project: site,
        verdict: verdictOf(score),
        score,
        privacy,
        has_password: privacy === "password",
        generated_at: at(generated),
        created_at: at(age),
        updated_at: at(generated),
        odd: [],
      },
      checks,
      other: {},
    };
  });
}
