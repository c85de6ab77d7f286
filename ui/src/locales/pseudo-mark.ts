import type { Messages } from "@lingui/core";
import { rewrite } from "./rewrite";

/** English texts with marks, about a third longer and in brackets: what is not translated, or cut, shows itself. */
export function mark(english: Messages): Messages {
  const marked = rewrite(english, (piece) =>
    typeof piece === "string" ? [piece.replace(/[aeiou]/gi, (vowel) => `${vowel}\u0301`.normalize() + vowel)] : [piece],
  );
  return Object.fromEntries(Object.entries(marked).map(([id, message]) => [id, ["⟦", ...message, "⟧"]]));
}
