import type { OverviewQuery } from "../../host/contract";
import { usePreferences } from "./preferences";

/** The overview of a connection, or of all with `null`, as all screens ask for it, so that they share the answer. */
export function useOverviewQuery(connection: string | null): OverviewQuery {
  const [{ stale_days }] = usePreferences();
  return { ...(connection !== null && { connection }), stale_days, utc_offset: -new Date().getTimezoneOffset() };
}
