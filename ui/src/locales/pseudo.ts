import { mark } from "./pseudo-mark";

export async function load() {
  // A dynamic import keeps the English texts in one chunk.
  const { controlTexts, messages } = await import("./en");
  return { controlTexts, messages: mark(messages) };
}

/** The same for deferred chunks. */
export async function loadDeferred() {
  const { messages } = await import("./en/deferred.po");
  return { messages: mark(messages) };
}
