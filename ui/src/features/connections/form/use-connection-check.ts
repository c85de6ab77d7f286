import { useEffect, useRef, useState } from "react";
import { problemOf, useHost } from "../../../host";
import type { ConnectionCheck, ConnectionDraft, Problem, Step } from "../../../host/contract";

/** Requested by the user, or run before saving. */
export type CheckPurpose = "test" | "save";

/** A test of the form, running or completed. */
export type RunningCheck = {
  purpose: CheckPurpose;
  isPending: boolean;
  /** The steps that ended well so far. */
  ended: readonly Step[];
  check?: ConnectionCheck;
  /** Why the test itself couldn't run. */
  problem?: Problem;
};

/** Tests drafts, latest only; stores none of them, since they hold keys. */
export function useConnectionCheck() {
  const host = useHost();
  const [state, setState] = useState<RunningCheck | null>(null);
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);

  const stop = () => {
    latest.current?.abort();
    setState(null);
  };

  /** Resolves to the result; `null` if stopped or failed. */
  async function run(draft: ConnectionDraft, purpose: CheckPurpose): Promise<ConnectionCheck | null> {
    latest.current?.abort();
    const mine = new AbortController();
    latest.current = mine;
    const ended: Step[] = [];
    setState({ purpose, isPending: true, ended });
    const onStep = (step: Step) => {
      ended.push(step);
      if (!mine.signal.aborted) setState({ purpose, isPending: true, ended: [...ended] });
    };
    try {
      const check = await host.call("connection_test", draft, { signal: mine.signal, onStep });
      if (mine.signal.aborted) return null;
      setState({ purpose, isPending: false, ended, check });
      return check;
    } catch (thrown) {
      if (mine.signal.aborted) return null;
      const problem = problemOf(thrown);
      // The user declined the system's prompt, so there is nothing to show.
      setState(problem.code === "canceled" ? null : { purpose, isPending: false, ended, problem });
      return null;
    }
  }

  return { state, run, stop };
}
