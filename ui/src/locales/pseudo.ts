import { mark } from "./pseudo-mark";

export async function load() {
  // A dynamic import keeps the English texts in one chunk.
  const { controlTexts, messages } = await import("./en");
  return { controlTexts, messages: mark(messages) };
}
