import type { CoreEvent, Start } from "../contract";
import type { CallName } from "../host";
import { FakeHost, type FakeOptions } from "./index";
import { allowOtherRequests } from "./recorded";

type Settings = Pick<FakeOptions, "keychain" | "latency" | "library"> & {
  start?: Partial<Start>;
  /** Calls that fail, with their problems. */
  fail?: Partial<Record<CallName, Parameters<FakeHost["fail"]>[1]>>;
  /** Calls that never respond. */
  hold?: CallName[];
  /** Start without reports. */
  empty?: boolean;
  /** Events sent once the window subscribes. */
  tell?: CoreEvent[];
};

/**
 * A fake configured by JSON in `localStorage.fake`, to see any state in a plain browser; the console has it as `fake`.
 */
export function fakeFromStorage(): FakeHost {
  const {
    fail = {},
    hold = [],
    empty,
    tell = [],
    ...options
  } = JSON.parse(localStorage.getItem("fake") ?? "{}") as Settings;
  allowOtherRequests();
  const host = new FakeHost({ latency: 120, library: "seeded", ...options, ...(empty && { reports: [] }) });
  for (const [name, problem] of Object.entries(fail)) host.fail(name as CallName, problem);
  for (const name of hold) host.hold(name);
  for (const event of tell) setTimeout(() => host.tell(event), 1000);
  Object.assign(window, { fake: host });
  return host;
}
