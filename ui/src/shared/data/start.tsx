import { createContext, useContext } from "react";
import type { Start } from "../../host/contract";

const StartContext = createContext<Start | null>(null);

/** Gives what the app started with to everything below. */
export const StartProvider = StartContext.Provider;

/** What the app started with: version, platform, desktop. Preferences and connections change: see their own hooks. */
export function useStart(): Start {
  const start = useContext(StartContext);
  if (!start) throw new Error("useStart needs a StartProvider above");
  return start;
}
