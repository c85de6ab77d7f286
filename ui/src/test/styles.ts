import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Applies style sheets of `ui/src` to the page under test, which has none of its own, until the test ends. */
export function applyStyles(...files: string[]) {
  const sheet = document.createElement("style");
  // Tests keep the names of classes.
  sheet.textContent = files.map((file) => readFileSync(join(import.meta.dirname, "..", file), "utf8")).join("\n");
  document.head.append(sheet);
  onTestFinished(() => sheet.remove());
}
