import type { Step } from "./contract";

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
