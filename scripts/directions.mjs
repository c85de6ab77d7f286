// Part of npm run check: style sheets must use start and end, since the window also runs right to left.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sidesIn } from "./lib/directions.mjs";
import { root } from "./lib/paths.mjs";
import { main, Stop } from "./lib/run.mjs";

main(async () => {
  const faults = globSync("ui/src/**/*.css", { cwd: root }).flatMap((file) =>
    sidesIn(readFileSync(join(root, file), "utf8")).map((line) => `${file}:${line}`),
  );
  if (faults.length > 0) throw new Stop(`Left and right in place of start and end:\n${faults.join("\n")}`);
});
