import { after, afterEach, before, beforeEach } from "node:test";
import type { SampleService } from "./sample.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

/** The world and service of a `describe`. */
export type Stage = { world: World; service: SampleService };

/** Options of a `describe`'s stage. */
export type StageOptions = WorldOptions & {
  /** Share one stage among all tests; by default each test has its own. */
  shared?: boolean;
};

/** Sets up a world and a sample service for the enclosing `describe`, and keeps evidence of failures. */
export function stage(
  { shared = false, ...options }: StageOptions = {},
  sampleOptions: string[] = ["--delay-ms", "0"],
): Stage {
  const present = {} as Stage;
  (shared ? before : beforeEach)(async () => {
    present.world = await openWorld(options);
    present.service = await present.world.startSample(sampleOptions);
  });
  afterEach((test) => present.world.keepEvidence(test));
  (shared ? after : afterEach)(() => present.world.close());
  return present;
}
