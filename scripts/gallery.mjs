// npm run gallery: takes pictures of every component in every state into docs/pictures/gallery, or of the sections that
// are named: npm run gallery -- buttons. With --open it shows the gallery in the browser instead, for working on it.
import { buildPrograms, buildUi } from "./lib/build.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { main, run, Stop } from "./lib/run.mjs";
import { ensureSystem, hasJourneys } from "./lib/system.mjs";

const given = process.argv.slice(2);

main(async () => {
  if (given.includes("--open")) {
    await ensureNodePackages();
    return (await run("vite", ["ui", "--open", "/gallery.html"])).code;
  }
  if (!hasJourneys())
    throw new Stop("The pictures are taken by the tools of the journeys, which Debian and Ubuntu have.");
  await ensureSystem("build", "test", "pictures");
  await ensureNodePackages();
  await buildUi();
  await buildPrograms();
  return (await run("node", ["tests/app/gallery/pictures.ts", ...given])).code;
});
