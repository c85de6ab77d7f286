import { isolate } from "./ar-isolate";
import { messages as texts } from "./ar/deferred.po";

/** Texts with isolated placeholders. */
export const messages = isolate(texts);
