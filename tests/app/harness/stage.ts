import { afterEach, beforeEach } from "node:test";
import type { SampleService } from "./sample.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

/** What the tests of one `describe` play on: anew for each, and gone after it. */
export type Stage = { world: World; service: SampleService };

/** Sets up a world with a sample service before each test of the `describe` around, and keeps evidence of failures. */
export function stage(options: WorldOptions = {}, sampleOptions: string[] = ["--delay-ms", "0"]): Stage {
  const present = {} as Stage;
  beforeEach(async () => {
    present.world = await openWorld(options);
    present.service = await present.world.startSample(sampleOptions);
  });
  afterEach(async (test) => {
    await present.world.keepEvidence(test);
    await present.world.close();
  });
  return present;
}
