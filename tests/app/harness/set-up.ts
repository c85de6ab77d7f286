import { after, afterEach, before, beforeEach } from "node:test";
import type { SampleService } from "./sample.ts";
import { openTestMachine, type TestMachine, type TestMachineOptions } from "./test-machine.ts";

/** The machine and service of a `describe`. */
export type SetUp = { machine: TestMachine; service: SampleService };

/** Options of a `describe`'s setup. */
export type SetUpOptions = TestMachineOptions & {
  /** Share one machine among all tests; by default each test has its own. */
  shared?: boolean;
};

/** Sets up a machine and a sample service for the enclosing `describe`, and keeps evidence of failures. */
export function setUp(
  { shared = false, ...options }: SetUpOptions = {},
  sampleOptions: string[] = ["--delay-ms", "0"],
): SetUp {
  const present = {} as SetUp;
  (shared ? before : beforeEach)(async () => {
    present.machine = await openTestMachine(options);
    present.service = await present.machine.startSample(sampleOptions);
  });
  afterEach((test) => present.machine.keepEvidence(test));
  (shared ? after : afterEach)(() => present.machine.close());
  return present;
}
