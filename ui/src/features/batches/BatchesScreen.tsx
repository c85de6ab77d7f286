import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Layers, Lock, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { Button, EmptyState, MenuItem, MenuSeparator, Table } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Batch } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import { useConnection } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { ListPlaceholder } from "../../shared/lists/ListPlaceholder";
import { batchPath, newBatchPath, publicReportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { Screen } from "../../shared/screen/Screen";
import { useWidth } from "../../shared/screen/use-width";
import styles from "./BatchesScreen.module.css";
import { isRemovable, useBatchColumns } from "./batches-columns";
import { useBatchLabels } from "./labels";
import { RemoveBatch } from "./RemoveBatch";

export function BatchesScreen(): ReactNode {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const host = useHost();
  const go = useGoTo();
  const words = useBatchLabels();
  const [{ density }] = usePreferences();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.batches.list(connection),
    queryFn: ({ signal }) => host.call("batches_list", { connection }, { signal }),
    // From then on the core reports changes.
    staleTime: 0,
  });
  const [removed, setRemoved] = useState<Batch | null>(null);
  const [width, measure] = useWidth<HTMLDivElement>();
  const open = useCallback((batch: number) => go(batchPath(connection, batch)), [go, connection]);
  const columns = useBatchColumns(width, open, setRemoved);
  const read = () => void refetch();
  useCommand("reload", read);

  const plan = (
    <Button variant="primary" icon={Plus} onPress={() => go(newBatchPath(connection))}>
      <Trans>New batch</Trans>
    </Button>
  );
  const isEmpty = data?.length === 0;
  return (
    <Screen
      title={t`Batches`}
      count={data?.length}
      actions={
        !isEmpty && (
          <>
            <Button icon={Lock} onPress={() => go(publicReportsPath(connection))}>
              <Trans>Public reports</Trans>
            </Button>
            {plan}
          </>
        )
      }
    >
      {!data && <ListPlaceholder problem={error && !isFetching ? problemOf(error) : null} onRetry={read} rows={6} />}
      {isEmpty && <NoBatches plan={plan} connection={connection} />}
      {data && !isEmpty && (
        <div ref={measure} className={styles.rows}>
          <Table
            aria-label={t`Batches`}
            columns={columns}
            density={density}
            rows={data}
            idOf={({ number }) => String(number)}
            rowLabel={(batch) => words.title(batch)}
            onOpen={(id) => open(Number(id))}
            rowMenu={(batch) => <BatchMenu batch={batch} onOpen={open} onRemove={setRemoved} />}
          />
        </div>
      )}
      <RemoveBatch batch={removed} onClose={() => setRemoved(null)} />
    </Screen>
  );
}

function NoBatches({ plan, connection }: { plan: ReactNode; connection: string }) {
  const go = useGoTo();
  return (
    <EmptyState
      icon={Layers}
      title={<Trans>Work with many reports at once</Trans>}
      action={
        <>
          {plan}
          <Button icon={Lock} onPress={() => go(publicReportsPath(connection))}>
            <Trans>Make public reports private</Trans>
          </Button>
        </>
      }
    >
      <Trans>Paste URLs, or drop in a CSV file or a sitemap. You’ll review the plan before anything is sent.</Trans>
    </EmptyState>
  );
}

type BatchMenuProps = { batch: Batch; onOpen: (batch: number) => void; onRemove: (batch: Batch) => void };

function BatchMenu({ batch, onOpen, onRemove }: BatchMenuProps) {
  const { t } = useLingui();
  return (
    <>
      <MenuItem icon={ExternalLink} label={t`Open`} onAction={() => onOpen(batch.number)} />
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        label={t`Remove`}
        isDanger
        isDisabled={!isRemovable(batch)}
        onAction={() => onRemove(batch)}
      />
    </>
  );
}
