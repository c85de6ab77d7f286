import type { Preferences } from "../../host/contract";

/** The highest quota that can be entered. */
export const MOST_QUOTA = 1_000_000;

/** The quotas with one connection's changed; `null` if its quota is unknown. */
export function withQuota(quotas: Preferences["quotas"], connection: string, limit: number | null) {
  const { [connection]: _, ...others } = quotas;
  return limit === null ? others : { ...others, [connection]: limit };
}
