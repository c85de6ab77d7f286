import type { BatchRequest, FieldReason, PasswordSource } from "../../../host/contract";

/** How many characters a generated password has, and how many are usual. */
export const LENGTHS = { least: 8, most: 64, usual: 16 };

/** After how many days a refresh can be due. */
export const DAYS = { least: 1, most: 3650 };

/** Default age of a refresh, in days. */
export type PasswordChoice = {
  /** One for all, a new one for each, or those that the plan has already. */
  kind: PasswordSource["kind"];
  /** The one for all. */
  password: string;
  /** How many characters each of the new ones has. */
  length: number;
  /** They are to be kept in the system's keychain. */
  isKept: boolean;
};

/** The choice to begin with: a new password for each report, kept in the keychain, as nobody can remember them. */
export const USUAL_PASSWORDS: PasswordChoice = { kind: "generate", password: "", length: LENGTHS.usual, isKept: true };

/** How many characters a password has at most. */
const LONGEST = 128;

/** What is wrong with the one password for all, where that is chosen. */
export function passwordFault({ kind, password }: PasswordChoice): FieldReason | null {
  if (kind !== "one") return null;
  if (password === "") return { kind: "required" };
  return [...password].length > LONGEST ? { kind: "too_long", limit: LONGEST } : null;
}

/** What is sent for a choice, where reports get passwords at all; `null` while it cannot be sent. */
export function sentPasswords(choice: PasswordChoice): PasswordSource | null {
  const { kind, password, length } = choice;
  switch (kind) {
    case "one":
      return passwordFault(choice) ? null : { kind, password };
    case "generate":
      return isWithin(length, LENGTHS) ? { kind, length } : null;
    case "kept":
      return { kind };
  }
}

/** After how many days a refresh is due unless another number is given. */
export const USUAL_DAYS = 30;

/** The wish for reports of a list of pages. */
export type CreateWish = Extract<BatchRequest, { kind: "create" }>;

/** Private, so that nothing becomes public unasked, and free for existing reports. */
export const USUAL_WISH: CreateWish = {
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

/** Whether a number that was typed is a whole one in a range. */
export function isWithin(number: number, { least, most }: { least: number; most: number }): boolean {
  return Number.isInteger(number) && number >= least && number <= most;
}
