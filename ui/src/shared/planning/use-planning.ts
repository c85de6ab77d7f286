import { useEffect, useRef, useState } from "react";
import type { PlanBatch } from "../../host/contract";
import { useMakeBatch } from "./batches";

/** A batch that is being planned. */
export type Planning = {
  isPlanning: boolean;
  /** Plans a batch, goes to it, and answers whether it could; a message says why where it cannot be planned. */
  plan: (batch: PlanBatch) => Promise<boolean>;
  /** Gives up what is being planned. */
  stop: () => void;
};

/** Plans a batch, which takes as long as a list has pages. Leaving the screen gives it up. */
export function usePlanning(): Planning {
  const makeBatch = useMakeBatch();
  const [isPlanning, setPlanning] = useState(false);
  const running = useRef<AbortController>(undefined);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);
  return {
    isPlanning,
    plan: async (batch) => {
      stop();
      const own = new AbortController();
      running.current = own;
      setPlanning(true);
      const isPlanned = await makeBatch(batch, { signal: own.signal });
      if (running.current === own) setPlanning(false);
      return isPlanned;
    },
    stop,
  };
}
