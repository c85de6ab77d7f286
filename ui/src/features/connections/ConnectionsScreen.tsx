import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, Ellipsis, Files, KeyRound, Pencil, Plus, Stethoscope, Trash2 } from "lucide-react";
import { type ReactNode, useContext, useRef, useState } from "react";
import { Badge, Button, EmptyState, Menu, MenuItem, MenuSeparator, toast } from "../../components";
import { Tile } from "../../components/marks/Tile";
import type { Connection } from "../../host/contract";
import { SidebarConnection, useConnectionName, useConnections } from "../../shared/data/connection";
import { useSync } from "../../shared/data/sync";
import { useCopy } from "../../shared/lists/use-copy";
import { connectionTestPath, editConnectionPath, reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { Screen } from "../../shared/screen/Screen";
import { StatusDot, StatusText, useStatus } from "../../shared/sync/StatusText";
import type { Status } from "../../shared/sync/status";
import styles from "./ConnectionsScreen.module.css";
import { RemoveConnection } from "./RemoveConnection";

export function ConnectionsScreen(): ReactNode {
  const { t } = useLingui();
  const go = useGoTo();
  const connections = useConnections();
  const hasSample = connections.some(({ sample }) => sample);
  const list = useRef<HTMLUListElement>(null);
  const [leaving, setLeaving] = useState<Connection | null>(null);
  const [isAsking, setAsking] = useState(false);

  function removed(gone: Connection, rest: Connection[]) {
    toast({ tone: "success", title: gone.sample ? t`Sample workspace closed` : t`${gone.name} removed` });
    if (rest.length === 0) go("/welcome", { replace: true });
    // The dialog returns the focus to a removed button in the next frames.
    else requestAnimationFrame(() => requestAnimationFrame(() => list.current?.focus()));
  }

  return (
    <Screen
      title={<Trans>Connections</Trans>}
      actions={
        <>
          {!hasSample && (
            <Button onPress={() => go("/sample")}>
              <Trans>Explore sample data</Trans>
            </Button>
          )}
          <Button variant="primary" icon={Plus} onPress={() => go("/connections/new")}>
            <Trans>Add connection</Trans>
          </Button>
        </>
      }
    >
      {connections.length === 0 ? (
        <EmptyState drawing="connection" title={<Trans>No connections yet</Trans>}>
          <Trans>A connection is a service URL and an API key.</Trans>
        </EmptyState>
      ) : (
        <ul className={styles.list} ref={list} tabIndex={-1} aria-label={t`Connections`}>
          {connections.map((connection) => (
            <Entry
              key={connection.id}
              connection={connection}
              onRemove={() => {
                setLeaving(connection);
                setAsking(true);
              }}
            />
          ))}
        </ul>
      )}
      {leaving && (
        <RemoveConnection
          connection={leaving}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onRemoved={(rest) => removed(leaving, rest)}
        />
      )}
    </Screen>
  );
}

function Entry({ connection, onRemove }: { connection: Connection; onRemove: () => void }) {
  const { t } = useLingui();
  const go = useGoTo();
  const copy = useCopy();
  const { id, base_url, sample, key } = connection;
  const name = useConnectionName()(connection);
  const isCurrent = useContext(SidebarConnection) === id;
  const needsKey = key === "missing" && !sample;
  const known = useStatus(id);
  const status: Status = needsKey ? { kind: "key_missing" } : known;
  const { state } = useSync(id);
  const reports = state?.synced_at == null ? null : (state.total ?? state.reports);
  const open = () => go(reportsPath(id));
  const test = () => go(connectionTestPath(id));
  return (
    <li className={styles.entry} aria-current={isCurrent || undefined}>
      <Tile id={id} name={name} />
      <div>
        <div className={styles.title}>
          <h2 className={styles.name} dir="auto">
            {name}
          </h2>
          {sample && (
            <Badge tone="sample">
              <Trans>Sample</Trans>
            </Badge>
          )}
        </div>
        <p className={styles.address}>
          <bdi dir="ltr">{base_url}</bdi>
          {!sample && <KeyPlace state={key} />}
        </p>
      </div>
      {needsKey ? (
        <Button icon={KeyRound} onPress={() => go(editConnectionPath(id, "key"))}>
          <Trans>Enter API key</Trans>
        </Button>
      ) : (
        <div className={styles.actions}>
          <Button variant="quiet" onPress={open} aria-label={t`Open ${name}`}>
            <Trans>Open</Trans>
          </Button>
          <Button variant="quiet" onPress={test} aria-label={t`Test ${name}`}>
            <Trans>Test</Trans>
          </Button>
        </div>
      )}
      <p className={styles.status}>
        <StatusDot status={status} />
        <span>
          <StatusText status={status} />
        </span>
      </p>
      <p className={styles.reports}>{reports !== null && plural(reports, { one: "# report", other: "# reports" })}</p>
      <Menu
        placement="bottom end"
        trigger={<Button variant="quiet" icon={Ellipsis} aria-label={t`Actions for ${name}`} />}
      >
        <MenuItem icon={Files} label={t`Open`} onAction={open} />
        <MenuItem icon={Stethoscope} label={t`Test`} onAction={test} />
        {!sample && <MenuItem icon={Pencil} label={t`Edit`} onAction={() => go(editConnectionPath(id))} />}
        <MenuItem icon={Copy} label={t`Copy URL`} onAction={() => copy(base_url, t`URL copied`)} />
        <MenuSeparator />
        <MenuItem icon={Trash2} label={sample ? t`Close sample workspace…` : t`Remove…`} isDanger onAction={onRemove} />
      </Menu>
    </li>
  );
}

/** Where the key is, after the URL; that it is missing is the status. */
function KeyPlace({ state }: { state: Connection["key"] }) {
  if (state === "missing") return null;
  return (
    <> · {state === "keychain" ? <Trans>Key in the keychain</Trans> : <Trans>Key kept until Assay closes</Trans>}</>
  );
}
