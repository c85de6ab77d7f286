import { Trans } from "@lingui/react/macro";
import { EmptyState } from "../../components";
import { SyncButtons } from "./SyncButtons";

/** Says that the library has nothing, of a connection or at all, and offers a full sync. */
export function EmptyLibrary({ connection }: { connection: string | undefined }) {
  return (
    <EmptyState drawing="reports" title={<Trans>Nothing synced yet</Trans>} action={<SyncButtons only={connection} />}>
      <Trans>The library keeps every report and its history on this computer. Sync to fill it.</Trans>
    </EmptyState>
  );
}
