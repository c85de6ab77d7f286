import type { Messages } from "@lingui/core";
import { rewrite } from "./rewrite";

// Imported like this, the English texts stay one file.
const english = await import("./en");

export const { controlTexts } = english;

const marked = rewrite(english.messages, (piece) =>
  typeof piece === "string" ? [piece.replace(/[aeiou]/gi, (vowel) => `${vowel}\u0301`.normalize() + vowel)] : [piece],
);

/** The English texts with marks, about a third longer and in brackets: what is not translated, or cut, shows itself. */
export const messages: Messages = Object.fromEntries(
  Object.entries(marked).map(([id, message]) => [id, ["⟦", ...message, "⟧"]]),
);
