import type { Batch, BatchRequest } from "../../../host/contract";
import { newBatchPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { useNewBatch } from "../../../shared/planning/new-batch";

type EditedPlan = Pick<Batch, "number" | "connection"> & { wish: BatchRequest | undefined };

/** Goes back to the form that the batch was planned from, with the options of its plan; `undefined` without one. */
export function useEdit({ number, connection, wish }: EditedPlan): (() => void) | undefined {
  const go = useGoTo();
  const { planned, keepPlanned } = useNewBatch();
  if (planned?.batch !== number) return undefined;
  return () => {
    if (wish?.kind === "create") keepPlanned({ ...planned, values: { ...planned.values, wish } });
    go(newBatchPath(connection, number), { replace: true });
  };
}
