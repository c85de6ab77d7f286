import { useCallback, useEffect, useRef, useState } from "react";
import { problemOf, useHost } from "../../../host";
import type { Exported, ExportRequest, Problem } from "../../../host/contract";

export type Progress = {
  /** Rows written. */
  done: number;
  /** Total rows; null if unknown. */
  total: number | null;
};

/** Exports to a file the user picks; unmounting stops it. */
export type Saving = {
  /** How far it is: `null` while none is made, nothing in it while the user chooses where. */
  running: Partial<Progress> | null;
  /** Why the last one was not made. */
  problem: Problem | null;
  /** Makes one; answers what was made, or `null` where nothing was. */
  save: (request: ExportRequest) => Promise<Exported | null>;
  /** Stops it: nothing is left of it. */
  stop: () => void;
};

/** Makes a file where the user wants it. It ends with the dialog that shows it. */
export function useSaving(): Saving {
  const host = useHost();
  const [running, setRunning] = useState<Partial<Progress> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);

  async function save(request: ExportRequest): Promise<Exported | null> {
    const controller = new AbortController();
    stopper.current = controller;
    setProblem(null);
    setRunning({});
    try {
      return await host.call("export_save", request, {
        signal: controller.signal,
        background: true,
        onProgress: (done, total) => setRunning({ done, total }),
      });
    } catch (thrown) {
      const failure = problemOf(thrown);
      if (failure.code !== "cancelled") setProblem(failure);
      return null;
    } finally {
      setRunning(null);
    }
  }

  return { running, problem, save, stop: useCallback(() => stopper.current?.abort(), []) };
}
