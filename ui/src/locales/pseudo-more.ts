import { mark } from "./pseudo-mark";

// Imported like this, the English texts stay one file.
const english = await import("./en/more.po");

/** The English texts with marks. */
export const messages = mark(english.messages);
