import { after, afterEach, before, beforeEach } from "node:test";
import type { SampleService } from "./sample.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

/** What the tests of one `describe` play on. */
export type Stage = { world: World; service: SampleService };

/** How the tests of a `describe` share their stage. */
export type StageOptions = WorldOptions & {
  /** Each test has a stage of its own, or all of them, one after the other, the same. Default: each its own. */
  shared?: boolean;
};

/** Sets up a world with a sample service for the tests of the `describe` around, and keeps evidence of failures. */
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
