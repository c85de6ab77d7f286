import { buildPrograms, buildUi } from "./build.mjs";
import { ensureNodePackages } from "./node-packages.mjs";
import { run, Stop } from "./run.mjs";
import { ensureSystem, hasJourneys } from "./system.mjs";

/**
 * Takes pictures with a program of the journeys.
 * @param {string} program below tests/app
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function takePictures(program, args) {
  if (!hasJourneys())
    throw new Stop("The pictures are taken by the tools of the journeys, which Debian and Ubuntu have.");
  await ensureSystem("build", "test", "pictures");
  await ensureNodePackages();
  await buildUi();
  await buildPrograms();
  return (await run("node", [`tests/app/${program}`, ...args])).code;
}
