import { createContext, useContext } from "react";
import type { Host } from "./host";

export { type CallName, type CallOptions, type Host, makeProblem, ProblemError, problemOf, usualNetwork } from "./host";

const HostContext = createContext<Host | null>(null);

/** Gives the core to everything below. */
export const HostProvider = HostContext.Provider;

/** The core. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error("useHost needs a HostProvider above");
  return host;
}
