import type { Messages } from "@lingui/core";
import { rewrite } from "./rewrite";

/** Isolates placeholders: a left-to-right URL would be scrambled in right-to-left text. */
export function isolate(messages: Messages): Messages {
  return rewrite(messages, (piece) => (typeof piece === "string" ? [piece] : ["\u2068", piece, "\u2069"]));
}
