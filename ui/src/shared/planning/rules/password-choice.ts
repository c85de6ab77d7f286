import type { FieldReason, PasswordSource } from "../../../host/contract";

/** Password lengths: minimum, maximum, default. */
export const LENGTHS = { least: 8, most: 64, usual: 16 };

export type PasswordChoice = {
  /** One for all, a new one each, or the plan's. */
  kind: PasswordSource["kind"];
  password: string;
  /** Length of generated passwords. */
  length: number;
  isKept: boolean;
};

/** A new password per report, saved in the keychain. */
export const DEFAULT_PASSWORDS: PasswordChoice = {
  kind: "generate",
  password: "",
  length: LENGTHS.usual,
  isKept: true,
};

/** Maximum password length. */
const LONGEST = 128;

/** Validates the shared password; undefined if it is fine or not used. */
export function passwordFault({ kind, password }: PasswordChoice): FieldReason | null {
  if (kind !== "one") return null;
  if (password === "") return { kind: "required" };
  return [...password].length > LONGEST ? { kind: "too_long", limit: LONGEST } : null;
}

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

/** True for an integer within the range. */
export function isWithin(number: number, { least, most }: { least: number; most: number }): boolean {
  return Number.isInteger(number) && number >= least && number <= most;
}
