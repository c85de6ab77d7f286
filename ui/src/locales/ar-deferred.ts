import { messages as texts } from "./ar/deferred.po";
import { isolate } from "./ar-isolate";

/** Texts with isolated placeholders. */
export const messages = isolate(texts);
