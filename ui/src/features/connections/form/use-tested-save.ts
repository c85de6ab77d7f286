import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useHost } from "../../../host";
import type { Connection, ConnectionCheck } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { useConnectionSave } from "./use-connection-save";
import { useOfferUndo } from "./use-undo";

/** A first full sync starts without asking up to this many reports. */
const FEW_REPORTS = 2_000;

/** Saves connections, and uses the test that the latest one passed; `onKept` runs even if unmounted, `onSaved` not. */
export function useTestedSave(
  onSaved: (connection: Connection, check: ConnectionCheck | null) => void,
  onKept: () => void,
) {
  const host = useHost();
  const queries = useQueryClient();
  const passed = useRef<ConnectionCheck>(null);
  const offerUndo = useOfferUndo();
  const [isSaved, setSaved] = useState(false);

  async function keepAndSync({ id }: Connection) {
    onKept();
    const total = passed.current && reportsOf(passed.current);
    if (total === null || total > FEW_REPORTS) return;
    // Without it, the window offers a full sync.
    await host.call("sync_start", { connection: id, kind: "full" }).catch(() => {});
  }

  const saving = useConnectionSave((saved, { service }) => {
    if (service === "another") offerUndo(saved);
    if (passed.current) queries.setQueryData(keys.check(saved.id), passed.current);
    setSaved(true);
    onSaved(saved, passed.current);
  }, keepAndSync);

  return { saving, passed, isSaved };
}

/** The service's number of reports, if it told. */
function reportsOf({ steps }: ConnectionCheck): number | null {
  const finding = steps.find(({ step }) => step === "reports")?.finding;
  return finding?.kind === "count" ? finding.total : null;
}
