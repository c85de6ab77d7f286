import type { OverviewQuery } from "../../host/contract";
import { usePreferences } from "./preferences";

/** A connection's overview as all screens ask for it, so that they share the answer. */
export function useOverviewQuery(connection: string): OverviewQuery {
  const [{ stale_days }] = usePreferences();
  return { connection, stale_days, utc_offset: -new Date().getTimezoneOffset() };
}
