import { afterEach, beforeEach, vi } from "vitest";
import { recordedAt } from "../host/fake/recorded";

/** Sets the clock of a file's tests to the time of the recorded answers. */
export function atRecordedTime(): void {
  beforeEach(() => void vi.setSystemTime(recordedAt));
  afterEach(() => void vi.useRealTimers());
}
