import { useClock } from "../../components";
import { useWait } from "../data/events";
import { useServiceStatus } from "../data/service-status";

/** The time until the connection’s service takes calls again, such as 0:27; `null` if it takes them, or doesn’t say. */
export function useHold(connection: string): string | null {
  const { retry_at } = useServiceStatus(connection);
  return useClock(useWait(connection)?.until ?? retry_at);
}
