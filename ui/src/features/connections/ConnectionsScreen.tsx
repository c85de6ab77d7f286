import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, Ellipsis, KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useContext, useRef, useState } from "react";
import { Badge, Button, EmptyState, Menu, MenuItem, MenuSeparator, toast } from "../../components";
import { Tile } from "../../components/marks/Tile";
import type { Connection } from "../../host/contract";
import { SidebarConnection, useConnectionName, useConnections } from "../../shared/data/connection";
import { useCopy } from "../../shared/lists/use-copy";
import { connectionTestPath, editConnectionPath, reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { Screen } from "../../shared/screen/Screen";
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
  const text = name;
  // The badge says that it is the sample, as in the switcher.
  const shown = sample ? t`Workspace` : name;
  const isCurrent = useContext(SidebarConnection) === id;
  return (
    <li className={styles.entry} aria-current={isCurrent || undefined}>
      <div className={styles.line}>
        <Tile id={id} name={shown} />
        <div className={styles.names}>
          <div className={styles.title}>
            <h2 className={styles.name} dir="auto">
              {shown}
            </h2>
            {sample ? (
              <Badge>
                <Trans>Sample</Trans>
              </Badge>
            ) : (
              <KeyBadge state={key} />
            )}
          </div>
          <span className={styles.address} dir="ltr">
            {base_url}
          </span>
        </div>
        <div className={styles.buttons}>
          <Button onPress={() => go(reportsPath(id))} aria-label={t`Open ${name}`}>
            <Trans>Open</Trans>
          </Button>
          <Button onPress={() => go(connectionTestPath(id))} aria-label={t`Test ${name}`}>
            <Trans>Test</Trans>
          </Button>
          <Menu
            placement="bottom end"
            trigger={<Button variant="quiet" icon={Ellipsis} aria-label={t`Actions for ${text}`} />}
          >
            {!sample && <MenuItem icon={Pencil} label={t`Edit`} onAction={() => go(editConnectionPath(id))} />}
            <MenuItem icon={Copy} label={t`Copy URL`} onAction={() => copy(base_url, t`URL copied`)} />
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              label={sample ? t`Close sample workspace…` : t`Remove…`}
              isDanger
              onAction={onRemove}
            />
          </Menu>
        </div>
      </div>
      {key === "missing" && !sample && (
        <Button icon={KeyRound} onPress={() => go(editConnectionPath(id, "key"))}>
          <Trans>Enter API key</Trans>
        </Button>
      )}
    </li>
  );
}

function KeyBadge({ state }: { state: Connection["key"] }) {
  switch (state) {
    case "keychain":
      return (
        <span className={styles.key}>
          <Trans>Key in the keychain</Trans>
        </span>
      );
    case "memory":
      return (
        <Badge>
          <Trans>Key kept until Assay closes</Trans>
        </Badge>
      );
    case "missing":
      return (
        <Badge tone="danger">
          <Trans>API key missing</Trans>
        </Badge>
      );
  }
}
