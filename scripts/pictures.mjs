// npm run pictures [-- SCENE …]: takes screenshots of every screen and failure, in light and dark, into pictures/, and
// updates the README's in docs/pictures.
import { buildPrograms, buildUi } from "./lib/build.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { main, run, Stop } from "./lib/run.mjs";
import { ensureSystem, hasJourneys } from "./lib/system.mjs";

main(async () => {
  if (!hasJourneys())
    throw new Stop("The pictures are taken by the tools of the journeys, which Debian and Ubuntu have.");
  await ensureSystem("build", "test", "pictures");
  await ensureNodePackages();
  await buildUi();
  await buildPrograms();
  return (await run("node", ["tests/app/pictures.ts", ...process.argv.slice(2)])).code;
});
