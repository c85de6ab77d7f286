import { messages as texts } from "./ar/messages.po";
import { isolate } from "./ar-isolate";

export { default as controlTexts } from "react-aria-components/i18n/ar-AE";

/** Texts with isolated placeholders. */
export const messages = isolate(texts);
