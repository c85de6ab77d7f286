import { isolate } from "./ar-isolate";
import { messages as texts } from "./ar/deferred.po";

/** The texts with what is put into them set apart. */
export const messages = isolate(texts);
