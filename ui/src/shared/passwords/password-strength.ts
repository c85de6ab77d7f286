/** What can be told of a password by looking at it alone, from the worst to the best. */
export type Impression = "short" | "monotonous" | "fair" | "long";

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u];

/**
 * How a password looks by its length and variety. That says nothing of whether it is a common one or somebody's name: only
 * a list of those, larger than the app, could tell.
 */
export function impressionOf(password: string): Impression {
  const characters = [...password];
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (characters.length < 8) return "short";
  if (new Set(characters).size < 6) return "monotonous";
  return characters.length >= 16 || (characters.length >= 12 && kinds >= 3) ? "long" : "fair";
}
