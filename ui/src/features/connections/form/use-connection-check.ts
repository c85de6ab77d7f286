import { useEffect, useRef, useState } from "react";
import { problemOf, useHost } from "../../../host";
import type { ConnectionCheck, ConnectionDraft, Problem } from "../../../host/contract";

/** Requested by the user, or run before saving. */
export type CheckPurpose = "test" | "save";

/** A test of the form, running or completed. */
export type RunningCheck = {
  purpose: CheckPurpose;
  isPending: boolean;
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
    setState({ purpose, isPending: true });
    try {
      const check = await host.call("connection_test", draft, { signal: mine.signal });
      if (mine.signal.aborted) return null;
      setState({ purpose, isPending: false, check });
      return check;
    } catch (thrown) {
      if (mine.signal.aborted) return null;
      const problem = problemOf(thrown);
      // The user declined the system's prompt, so there is nothing to show.
      setState(problem.code === "canceled" ? null : { purpose, isPending: false, problem });
      return null;
    }
  }

  return { state, run, stop };
}
