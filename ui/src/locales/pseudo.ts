import { mark } from "./pseudo-mark";

/** The English texts with marks. */
export async function load() {
  // Imported like this, the English texts stay one file.
  const { controlTexts, messages } = await import("./en");
  return { controlTexts, messages: mark(messages) };
}

/** As {@link load}, those of what is loaded after the first picture. */
export async function loadMore() {
  const { messages } = await import("./en/deferred.po");
  return { messages: mark(messages) };
}
