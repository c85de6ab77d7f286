import { useEffect, useRef, useState } from "react";
import { problemOf, useHost } from "../../../host";
import type { ConnectionCheck, ConnectionDraft, Problem } from "../../../host/contract";

/** What a check is run for: to see, or to know before a new connection is kept. */
export type CheckPurpose = "test" | "save";

/** A check of what is typed, as far as it has come. */
export type RunningCheck = {
  purpose: CheckPurpose;
  isPending: boolean;
  check?: ConnectionCheck;
  /** Why the check itself could not be run. */
  problem?: Problem;
};

/** Checks drafts of a connection, the latest alone. Drafts hold keys: nothing of one is kept. */
export function useConnectionCheck() {
  const host = useHost();
  const [state, setState] = useState<RunningCheck | null>(null);
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);

  const stop = () => {
    latest.current?.abort();
    setState(null);
  };

  /** Resolves with what was found, or with `null` where the check was stopped or could not be run. */
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
      if (!mine.signal.aborted) setState({ purpose, isPending: false, problem: problemOf(thrown) });
      return null;
    }
  }

  return { state, run, stop };
}
