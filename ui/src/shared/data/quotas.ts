import type { Preferences } from "../../host/contract";

/** The highest quota that can be told. */
export const MOST_QUOTA = 1_000_000;

/** The quotas with that of a connection changed; `null` where none is known. */
export function withQuota(quotas: Preferences["quotas"], connection: string, limit: number | null) {
  const { [connection]: _, ...others } = quotas;
  return limit === null ? others : { ...others, [connection]: limit };
}
