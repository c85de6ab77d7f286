/** Worst to best. */
export type PasswordStrength = "short" | "monotonous" | "fair" | "long";

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u];

/** Strength by length and variety only: a list of common passwords would be larger than the app. */
export function passwordStrength(password: string): PasswordStrength {
  const characters = [...password];
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (characters.length < 8) return "short";
  if (new Set(characters).size < 6) return "monotonous";
  return characters.length >= 16 || (characters.length >= 12 && kinds >= 3) ? "long" : "fair";
}
