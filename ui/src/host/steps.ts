import type { Step } from "./contract";

/** The steps of a connection check, in the order in which they are taken. */
export const STEPS: readonly Step[] = [
  "settings",
  "proxy",
  "name",
  "connect",
  "tls",
  "interface",
  "key",
  "reports",
  "projects",
  "paging",
  "sorting",
  "throttle",
];
