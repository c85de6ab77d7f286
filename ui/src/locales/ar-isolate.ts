import type { Messages } from "@lingui/core";
import { rewrite } from "./rewrite";

/** Sets what is put into texts apart: an address would be scrambled among words that run the other way. */
export function isolate(messages: Messages): Messages {
  return rewrite(messages, (piece) => (typeof piece === "string" ? [piece] : ["\u2068", piece, "\u2069"]));
}
