import { messages as texts } from "./ar/more.po";
import { isolate } from "./ar-isolate";

/** The texts with what is put into them set apart. */
export const messages = isolate(texts);
