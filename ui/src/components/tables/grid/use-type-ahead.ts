import { type KeyboardEvent, useRef } from "react";
import type { Item } from "./use-items";

/** How long a typed letter counts as part of a word, in milliseconds. */
const WORD_MS = 1000;

/** Leads to the next row whose text begins with the letters that were typed recently. */
export function useTypeAhead(items: readonly Item[], at: number, focusRow: (index: number) => void) {
  const typed = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  const isTyping = ({ timeStamp }: KeyboardEvent) => timeStamp - typed.current.at <= WORD_MS;

  function type(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
    if ([...key].length !== 1 || ctrlKey || metaKey || altKey) return;
    const word = isTyping(event) ? typed.current.text + key : key;
    if (word.trim() === "") return;
    // It would scroll.
    if (key === " ") event.preventDefault();
    typed.current = { text: word, at: timeStamp };
    const wanted = word.toLocaleLowerCase();
    const isMeant = ({ text, isHeading }: Item) => !isHeading && text.toLocaleLowerCase().startsWith(wanted);
    // Another first letter leads on, a longer word may stay.
    const start = word.length > 1 ? at : at + 1;
    const after = items.findIndex((item, index) => index >= start && isMeant(item));
    const found = after >= 0 ? after : items.findIndex(isMeant);
    if (found >= 0) focusRow(found);
  }

  return { type, isTyping };
}
