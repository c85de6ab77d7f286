import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Check } from "../../host/contract";
import { LANGUAGES } from "../../i18n";
import { keys } from "../data/queries";
import { readableName } from "./check-name";
import { isNothing } from "./found-text";

/** A known check, in the window’s language. */
export type GuideEntry = {
  name: string;
  /** Why it matters. */
  why: string;
  /** How to fix it. */
  how: string;
  /** Titles by kind of error; `any` is the one for all kinds. */
  findings: ReadonlyMap<string, string>;
  theme: string;
  /** A public page with more about it, in English. */
  reference: string;
  unit: string | undefined;
};

/** The known checks by the service’s names. */
export type Guide = ReadonlyMap<string, GuideEntry>;

type Locale = (typeof LANGUAGES)[number]["id"];
type Facts = Record<string, { theme: string; reference: string; unit?: string }>;
type Texts = {
  themes: Record<string, string>;
  checks: Record<string, Pick<GuideEntry, "name" | "why" | "how"> & { findings: Record<string, string> }>;
};

const TEXTS: Record<Locale, () => Promise<{ default: Texts }>> = {
  en: () => import("../../../../src-tauri/crates/guide/guide/en.json"),
  de: () => import("../../../../src-tauri/crates/guide/guide/de.json"),
  fr: () => import("../../../../src-tauri/crates/guide/guide/fr.json"),
  es: () => import("../../../../src-tauri/crates/guide/guide/es.json"),
  "pt-BR": () => import("../../../../src-tauri/crates/guide/guide/pt-BR.json"),
  ja: () => import("../../../../src-tauri/crates/guide/guide/ja.json"),
  "zh-Hans": () => import("../../../../src-tauri/crates/guide/guide/zh-Hans.json"),
  ar: () => import("../../../../src-tauri/crates/guide/guide/ar.json"),
};

const EMPTY: Guide = new Map();

/** The loaded ones are shown without waiting. */
const loaded = new Map<string, Guide>();

/** Loads the guide in a language, or in English. */
export async function loadGuide(locale: string): Promise<Guide> {
  const known = loaded.get(locale);
  if (known) return known;
  const language = LANGUAGES.find(({ id }) => id === locale)?.id ?? "en";
  const [facts, texts] = await Promise.all([
    import("../../../../src-tauri/crates/guide/guide/checks.json"),
    TEXTS[language](),
  ]);
  const guide = guideOf(facts.default, texts.default);
  loaded.set(locale, guide);
  return guide;
}

function guideOf(facts: Facts, { themes, checks }: Texts): Guide {
  return new Map(
    Object.entries(checks).map(([key, { findings, ...texts }]) => {
      const { theme = "", reference = "", unit } = facts[key] ?? {};
      const entry = { ...texts, findings: new Map(Object.entries(findings)), theme: themes[theme] ?? theme };
      return [key, { ...entry, reference, unit }];
    }),
  );
}

/** The guide in the window’s language; empty until it is loaded. */
export function useGuide(): Guide {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { data = EMPTY } = useQuery({
    queryKey: keys.guide(locale),
    queryFn: () => loadGuide(locale),
    initialData: () => loaded.get(locale),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** A check’s name, such as “Meta description”. */
export function checkName(guide: Guide, name: string): string {
  return guide.get(name)?.name ?? readableName(name);
}

/** The names, titles, and theme by which a search finds a check. */
export function checkForms(guide: Guide, name: string): string[] {
  const entry = guide.get(name);
  return [name, readableName(name), ...(entry ? [entry.name, entry.theme, ...entry.findings.values()] : [])];
}

/** The failure of a check in words, such as “No meta description”, or its name. */
export function failureTitle(guide: Guide, name: string): string {
  const { findings } = guide.get(name) ?? {};
  return findings?.get("any") ?? findings?.values().next().value ?? readableName(name);
}

/** A check’s title: its error if it failed and the guide explains it, or else its name. */
export function checkTitle(guide: Guide, check: Check): string {
  const kind = errorKind(guide, check);
  return (kind !== undefined && guide.get(check.name)?.findings.get(kind)) || checkName(guide, check.name);
}

/**
 * The kind of error that a failed check reports: the first one in its errors that the guide explains, or `missing` for
 * a value of nothing without errors.
 */
export function errorKind(guide: Guide, { name, passed, value, errors }: Check): string | undefined {
  if (passed !== false) return undefined;
  const findings = guide.get(name)?.findings;
  const isKnown = (kind: unknown) => typeof kind === "string" && kind !== "any" && findings?.has(kind) === true;
  if (errors === null || isNothing(errors)) return isNothing(value) && isKnown("missing") ? "missing" : undefined;
  if (typeof errors !== "object") return isKnown(errors) ? String(errors) : undefined;
  const kinds = Array.isArray(errors) ? errors : Object.keys(errors);
  return kinds.find((kind): kind is string => isKnown(kind));
}
