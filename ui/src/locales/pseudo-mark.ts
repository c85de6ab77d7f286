import type { Messages } from "@lingui/core";
import { rewrite } from "./rewrite";

/** Marks English texts with accents and brackets, a third longer, to reveal untranslated or truncated ones. */
export function mark(english: Messages): Messages {
  const marked = rewrite(english, (piece) =>
    typeof piece === "string" ? [piece.replace(/[aeiou]/gi, (vowel) => `${vowel}\u0301`.normalize() + vowel)] : [piece],
  );
  return Object.fromEntries(Object.entries(marked).map(([id, message]) => [id, ["⟦", ...message, "⟧"]]));
}
