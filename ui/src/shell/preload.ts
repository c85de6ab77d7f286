import type { QueryClient } from "@tanstack/react-query";
import type { Host } from "../host";
import type { Preferences } from "../host/contract";

/** The first route, and what its data can be read with. */
type PreloadContext = {
  host: Host;
  queries: QueryClient;
  preferences: Preferences;
  params: Record<string, string>;
  search: Record<string, unknown>;
};

/** Reads what a route's first paint shows. */
export type Preload = (context: PreloadContext) => Promise<unknown>;

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    preload?: Preload;
  }
}
