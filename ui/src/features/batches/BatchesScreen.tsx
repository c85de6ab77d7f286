import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Globe, Plus } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { Button } from "../../components";
import pager from "../../components/tables/Pager.module.css";
import { useHost } from "../../host";
import type { Batch } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { keys } from "../../shared/data/queries";
import { asWholePage } from "../../shared/lists/as-page";
import { ListScreen } from "../../shared/lists/ListScreen";
import { ListTable } from "../../shared/lists/ListTable";
import { useLocalList } from "../../shared/lists/library-list";
import { batchPath, newBatchPath, publicReportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useIsNarrow } from "../../shared/screen/use-is-narrow";
import { BatchMenu } from "./BatchMenu";
import { useBatchesView } from "./batches-columns";
import { EmptyBatches } from "./EmptyBatches";
import { useBatchLabels } from "./labels";
import { RemoveBatch } from "./RemoveBatch";

export function BatchesScreen(): ReactNode {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const host = useHost();
  const go = useGoTo();
  const words = useBatchLabels();
  const list = useLocalList({
    queryKey: keys.batches.list(connection),
    queryFn: ({ signal }) => host.call("batches_list", { connection }, { signal }),
    pageOf: (batches: Batch[]) => asWholePage(batches),
  });
  const [removed, setRemoved] = useState<Batch | null>(null);
  const open = useCallback((batch: number) => go(batchPath(connection, batch)), [go, connection]);
  const view = useBatchesView(open);
  const isNarrow = useIsNarrow();

  const plan = (
    <Button variant="primary" icon={Plus} onPress={() => go(newBatchPath(connection))}>
      <Trans>New batch</Trans>
    </Button>
  );
  const total = list.page?.total ?? null;
  const isEmpty = total === 0;
  return (
    <ListScreen
      title={t`Batches`}
      actions={
        !isEmpty && (
          <>
            <Button icon={Globe} onPress={() => go(publicReportsPath(connection))}>
              <Trans>Review public reports</Trans>
            </Button>
            {plan}
          </>
        )
      }
      list={list}
      announcement={null}
      view={view}
      footer={
        !!total && (
          <footer className={pager.pager}>
            <span className={pager.range}>
              <Plural value={total} one="# batch" other="# batches" />
            </span>
          </footer>
        )
      }
    >
      {isEmpty ? (
        <EmptyBatches plan={plan} connection={connection} />
      ) : (
        <ListTable
          aria-label={t`Batches`}
          view={view}
          page={list.page}
          idOf={({ number }) => String(number)}
          rowLabel={(batch) => words.title(batch)}
          onOpen={(id) => open(Number(id))}
          hasTwoLines={isNarrow}
          rowMenu={(batch) => <BatchMenu batch={batch} onOpen={open} onRemove={setRemoved} />}
        />
      )}
      <RemoveBatch batch={removed} onClose={() => setRemoved(null)} />
    </ListScreen>
  );
}
