import { mark } from "./pseudo-mark";

// Imported like this, the English texts stay one file.
const english = await import("./en");

export const { controlTexts } = english;

/** The English texts with marks. */
export const messages = mark(english.messages);
