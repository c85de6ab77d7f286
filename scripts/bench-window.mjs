// npm run bench:start, bench:idle, bench:memory, and bench:lists: measures the app in its real window, most of it against an
// empty window of the same framework.
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
  const env = { ...process.env, ...(await inputs()) };
  return (await run("node", [`tests/app/bench/${what}.ts`, ...options], { env })).code;
});

/** Inputs of a benchmark; the library is made once and then kept. */
async function inputs() {
  if (what !== "memory") return {};
  const make = ["bench", "-q", "-p", "assay-library", "--bench", "library", "--", "make"];
  const { code, output } = await run("cargo", make, { capture: "silently" });
  if (code !== 0) throw new Stop(`The large library couldn’t be made:\n${output}`);
  return { ASSAY_LARGE_LIBRARY: output.trim().split("\n").at(-1) };
}
