import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { problemOf } from "../../host";
import { keys } from "../../shared/data/queries";

/** True if the last read of a report found it removed from the service; sends no request. */
export function useIsRemoved(connection: string | null, id: string | undefined): boolean {
  const queries = useQueryClient();
  return useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    () => {
      if (connection === null || id === undefined) return false;
      const error = queries.getQueryState(keys.report(connection, id))?.error;
      return error != null && problemOf(error).code === "not_found";
    },
  );
}
