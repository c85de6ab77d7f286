import { messages as texts } from "./ar/messages.po";
import { rewrite } from "./rewrite";

export { default as controlTexts } from "react-aria-components/i18n/ar-AE";

/** The texts with what is put into them set apart: an address would be scrambled among words that run the other way. */
export const messages = rewrite(texts, (piece) => (typeof piece === "string" ? [piece] : ["\u2068", piece, "\u2069"]));
