import { LANGUAGES, type Locale } from "../i18n";

/** The gallery's settings, from the URL's fragment. */
export type Look = {
  theme: "light" | "dark";
  density: "comfortable" | "compact";
  dir: "ltr" | "rtl";
  language: Locale;
  /** `forced`: Windows contrast themes; `more`: increased contrast. */
  colors: "own" | "more" | "forced";
  /** Hides the switches, for screenshots. */
  bare: boolean;
  /** The visible section; all if undefined. */
  section: string | undefined;
};

const one = <V extends string>(values: readonly V[], value: string | null): V =>
  values.find((candidate) => candidate === value) ?? (values[0] as V);

/** Parses a look, such as `#theme=dark&dir=rtl&section=table`; missing parts get their defaults. */
export function readLook(hash: string): Look {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const language = one<Locale>([...LANGUAGES.map(({ id }) => id), "pseudo"], said.get("lang"));
  return {
    theme: one(["light", "dark"], said.get("theme")),
    density: one(["comfortable", "compact"], said.get("density")),
    dir: one(["ltr", "rtl"], said.get("dir") ?? LANGUAGES.find(({ id }) => id === language)?.direction ?? null),
    language,
    colors: one(["own", "more", "forced"], said.get("colors")),
    bare: said.has("bare"),
    section: said.get("section") ?? undefined,
  };
}

/** The URL of a look with this change. */
export function hrefOf(look: Look, change: Partial<Look>): string {
  const { language, section, bare, ...rest } = { ...look, ...change };
  return `#${new URLSearchParams({ ...rest, lang: language, ...(section !== undefined && { section }) })}`;
}
