import { useEffect, useRef, useState } from "react";
import type { PlanBatch } from "../../host/contract";
import { useMakeBatch } from "./batches";

export type Planning = {
  isPlanning: boolean;
  /** Plans a batch and opens it; resolves to whether that worked. Failures show a message. */
  plan: (batch: PlanBatch) => Promise<boolean>;
  stop: () => void;
};

/** Planning reads all pages of a list; unmounting cancels it. */
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
