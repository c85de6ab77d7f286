// Part of npm run check: limits the JavaScript loaded before a list’s frame; its rows load beside it.
import { join } from "node:path";
import { build } from "vite";
import { root } from "./lib/paths.mjs";
import { main, Stop } from "./lib/run.mjs";
import { makeUp, startOf } from "./lib/startup-size.mjs";

/**
 * In KB of 1,000 bytes, gzipped. React, its DOM, the router, and the queries alone are about 115. All texts of the
 * language are 44 at most; parsed as one JSON string, they take a few milliseconds.
 */
const LIMIT = 240;

main(async () => {
  const built = await build({ root: join(root, "ui"), logLevel: "error", build: { write: false } });
  if (!("output" in built)) throw new Stop("Vite gave no files.");
  const chunks = built.output.filter((file) => file.type === "chunk");
  const { code, language } = startOf(chunks);
  const total = [...code, language].reduce((sum, { size }) => sum + size, 0) / 1000;
  for (const [name, size] of makeUp(code)) console.log(`${(size / 1000).toFixed(1).padStart(7)}  ${name}`);
  console.log(`${(language.size / 1000).toFixed(1).padStart(7)}  the largest language, ${language.name}`);
  console.log(`${total.toFixed(1).padStart(7)}  KB in all; at most ${LIMIT}`);
  if (total > LIMIT)
    throw new Stop("The window loads too much before its first picture: load lazily what that does not show.");
});
