import { Trans } from "@lingui/react/macro";
import { RefreshCcw } from "lucide-react";
import { Button } from "../../components";
import { useIsFirst } from "../../components/layout/Banner";
import type { Connection } from "../../host/contract";
import { useConnectionName, useConnections } from "../data/connection";
import { useSync } from "../data/sync";
import styles from "./SyncButtons.module.css";

/** Buttons that start a full sync of one connection or of each. */
export function SyncButtons({ only }: { only?: string | undefined }) {
  const connections = useConnections().filter(({ id }) => only === undefined || id === only);
  // They take the place of the notice that offers a first sync.
  useIsFirst("empty");
  return (
    <div className={styles.buttons}>
      {connections.map((connection) => (
        <SyncButton key={connection.id} connection={connection} isOnly={connections.length === 1} />
      ))}
    </div>
  );
}

function SyncButton({ connection, isOnly }: { connection: Connection; isOnly: boolean }) {
  const { state, start } = useSync(connection.id);
  const name = useConnectionName()(connection);
  return (
    <Button
      icon={RefreshCcw}
      variant={isOnly ? "primary" : "secondary"}
      isPending={state?.running != null}
      onPress={() => start("full")}
    >
      {isOnly ? <Trans>Sync all reports</Trans> : <Trans>Sync {name}</Trans>}
    </Button>
  );
}
