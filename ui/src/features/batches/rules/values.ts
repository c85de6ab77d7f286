import type { BatchRequest } from "../../../host/contract";
import { isWithin } from "../../../shared/planning/rules/password-choice";

/** Limits for the age of a refresh, in days. */
export const DAYS = { least: 1, most: 3650 };

/** Default age of a refresh, in days. */
export const DEFAULT_DAYS = 30;

/** The age that an option names: the chosen one, or the default. */
export function ageOf(days: number | null): number {
  return days !== null && isWithin(days, DAYS) ? days : DEFAULT_DAYS;
}

/** A request to create reports. */
export type CreateWish = Extract<BatchRequest, { kind: "create" }>;

/** Private, so that nothing becomes public unasked, and free for existing reports. */
export const DEFAULT_WISH: CreateWish = {
  kind: "create",
  privacy: "private",
  known: { kind: "refresh" },
  change_known: false,
  match_project: null,
};

/** True if a request is complete. */
export function isSendable({ known, match_project }: CreateWish): boolean {
  return (known.kind !== "refresh_older_than" || isWithin(known.days, DAYS)) && match_project !== "";
}
