/** Readers of single search parameters; invalid values count as absent, since URLs can be typed or old. */

/** Text of 1–500 characters; numbers count as text, since the router parses `search=404` as one. */
export function readText(raw: unknown): string | undefined {
  const text = typeof raw === "number" ? String(raw) : raw;
  return typeof text === "string" && text.trim() !== "" && text.length <= 500 ? text : undefined;
}

/** One of the allowed values. */
export function readChoice<T>(raw: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((value) => value === raw);
}

export function readWhole(raw: unknown, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
  return typeof raw === "number" && Number.isSafeInteger(raw) && raw >= least && raw <= most ? raw : undefined;
}

/** A page number from 2; absence means page 1. */
export function readPage(raw: unknown): number | undefined {
  return readWhole(raw, 2);
}

/** Up to 100 ids of 1–200 characters; invalid ones are dropped. */
export function readIds(raw: unknown): string[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const ids = raw.filter((id): id is string => typeof id === "string" && id !== "" && id.length <= 200);
  return ids.length > 0 ? ids.slice(0, 100) : undefined;
}

/** Drops undefined values, so that equal searches give equal URLs and query keys. */
export function compact<T extends object>(search: T): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
}
