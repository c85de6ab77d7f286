import { Trans } from "@lingui/react/macro";
import { Library } from "lucide-react";
import { EmptyState } from "../../components";
import { SyncButtons } from "./SyncButtons";

/** Says that the library has nothing, of a connection or at all, and offers a full sync. */
export function EmptyLibrary({ connection }: { connection: string | undefined }) {
  return (
    <EmptyState icon={Library} title={<Trans>The library is empty</Trans>} action={<SyncButtons only={connection} />}>
      <Trans>
        It remembers every report that a service shows, with its past, on this computer. A sync reads them all.
      </Trans>
    </EmptyState>
  );
}
