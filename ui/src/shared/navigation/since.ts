import type { Since } from "../../host/contract";
import { readChoice, readWhole } from "./search-params";

const DAY = 24 * 3600 * 1000;

/** A moment as text, such as `2026-11-21T09:00:00.000Z`. */
export type MomentText = `${number}-${string}Z`;

/** A time in an address: the last visit, the connection's last sync, days ago (1–3,650), or a moment. */
export type SinceParam = "last_time" | "last_sync" | number | MomentText;

/** Reads a time; undefined if it is none. */
export function readSince(raw: unknown): SinceParam | undefined {
  return readChoice(raw, ["last_time", "last_sync"] as const) ?? readWhole(raw, 1, 3650) ?? readMoment(raw);
}

/** Reads a moment; undefined if it is none. */
export function readMoment(raw: unknown): MomentText | undefined {
  const isMoment = typeof raw === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(raw) && !Number.isNaN(Date.parse(raw));
  return isMoment ? (raw as MomentText) : undefined;
}

/** A date as a moment in an address. */
export function momentOf(date: Date): MomentText {
  return date.toISOString() as MomentText;
}

export function isMoment(since: SinceParam): since is MomentText {
  return readMoment(since) !== undefined;
}

/** When a time is, in milliseconds since 1970; undefined if only the library knows. */
export function startOf(since: SinceParam): number | undefined {
  if (typeof since === "number") return Date.now() - since * DAY;
  return isMoment(since) ? Date.parse(since) : undefined;
}

/** The library's form. */
export function sinceOf(since: SinceParam): Since {
  if (typeof since === "number") return { days: since };
  return isMoment(since) ? { at: since } : since;
}
