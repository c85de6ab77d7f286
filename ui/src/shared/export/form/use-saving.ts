import { useEffect, useRef, useState } from "react";
import { type CallOptions, problemOf } from "../../../host";
import type { Exported, Problem } from "../../../host/contract";

export type Progress = {
  /** Rows written. */
  done: number;
  /** Total rows; null if unknown. */
  total: number | null;
};

/** Exports to a file the user picks; unmounting stops it. */
export function useSaving() {
  /** `null` if idle, empty while the user picks a file. */
  const [running, setRunning] = useState<Partial<Progress> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);

  /** Resolves to the exported file; `null` if there is none. */
  async function save(write: (options: CallOptions) => Promise<Exported | null>): Promise<Exported | null> {
    const controller = new AbortController();
    stopper.current = controller;
    setProblem(null);
    setRunning({});
    try {
      return await write({
        signal: controller.signal,
        background: true,
        onProgress: (done, total) => setRunning({ done, total }),
      });
    } catch (thrown) {
      const failure = problemOf(thrown);
      if (failure.code !== "canceled") setProblem(failure);
      return null;
    } finally {
      setRunning(null);
    }
  }

  return { running, problem, save, stop: () => stopper.current?.abort() };
}
