// npm run bench:start, bench:idle, and bench:memory: compares the app in its real window with an empty window of the same framework.
import { buildUi, embedded, withFaults } from "./lib/build.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { main, must, run, Stop } from "./lib/run.mjs";
import { ensureSystem, hasJourneys } from "./lib/system.mjs";

const [what, ...options] = process.argv.slice(2);

main(async () => {
  if (!hasJourneys())
    throw new Stop("The window is measured with the tools of the journeys, which Debian and Ubuntu have.");
  await ensureSystem("build", "test");
  await ensureNodePackages();
  await buildUi();
  await must("cargo", ["build", "-q", "-p", "assay-sample-service", ...withFaults]);
  await must("cargo", ["build", "-q", "--release", "-p", "assay", "--bins", "--examples", ...embedded]);
  return (await run("node", [`tests/app/bench/${what}.ts`, ...options])).code;
});
