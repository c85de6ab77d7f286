import { createRequiredContext } from "../required-context";
import type { Host } from "./host";

export {
  asDraft,
  type CallOptions,
  type Host,
  makeProblem,
  ProblemError,
  problemOf,
  type ReadName,
  usualNetwork,
} from "./host";

/** The core, for everything below. */
export const [HostProvider, useHost] = createRequiredContext<Host>("Host");
