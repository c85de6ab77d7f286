import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Copy, FileText, Info, ListChecks } from "lucide-react";
import { type ComponentProps, memo, type ReactNode, useCallback, useDeferredValue, useState } from "react";
import { Button, Dialog, EmptyState, Menu, MenuItem, MenuSeparator, toast, useIsSlow } from "../../../../components";
import { problemOf, useHost } from "../../../../host";
import type { Batch, BatchFilter, BatchRow, RowAction } from "../../../../host/contract";
import { usePreferences } from "../../../../shared/data/preferences";
import { keys } from "../../../../shared/data/queries";
import { ListBody } from "../../../../shared/lists/ListScreen";
import { ListTable } from "../../../../shared/lists/ListTable";
import { useCopy } from "../../../../shared/lists/use-copy";
import { reportPath } from "../../../../shared/navigation/routes";
import { useGoTo } from "../../../../shared/navigation/use-navigation";
import { ProblemInline } from "../../../../shared/problems";
import { useBatchLabels } from "../../labels";
import { actsOf } from "../progress";
import { useBatch, useBatchRows } from "../use-batch";
import { choicesOf } from "./choices";
import { ACT_ICONS, type RowsViewOptions, ScoreProvider, useRowsView } from "./columns";
import styles from "./Rows.module.css";
import { RowsToolbar } from "./RowsToolbar";
import { ACTS, type BatchSearch, filterOf, isFiltered } from "./search";
import { useScores } from "./use-scores";

export type RowsProps = {
  connection: string;
  batch: number;
  /** Nothing was sent yet. */
  isPlan: boolean;
  /** Row actions can be changed. */
  canSwitch: boolean;
  /** Rows change on their own, without announcements. */
  isLive: boolean;
  search: BatchSearch;
  onChange: (change: BatchSearch, replace?: boolean) => void;
};

const hasEnded = ({ state }: Batch) => state === "ended";

function hasSeveralActs(batch: Batch): boolean {
  return actsOf(batch).length > 1;
}

/** True if reports that exist may get another privacy. */
function changesPrivacyOf({ wish }: Batch): boolean {
  return wish.kind === "privacy" || wish.kind === "undo" || (wish.kind === "create" && wish.change_known);
}

/** A batch's rows with their filters; memoized, since the batch updates often. */
export const Rows = memo(function Rows(props: RowsProps): ReactNode {
  const { connection, batch, isPlan, canSwitch, isLive, search, onChange } = props;
  const { t } = useLingui();
  const go = useGoTo();
  const [{ page_size }] = usePreferences();
  const per_page = search.per_page ?? page_size;
  // Rows of a plan have no states yet.
  const { state: _, failed_like: __, ...asked } = search;
  const filter = filterOf(isPlan ? asked : search);
  const list = useBatchRows({ batch, filter, per_page, page: search.page ?? 1 });
  const { page, isCurrent, problem } = list;
  // Deferred: many cells, and input goes first.
  const shown = useDeferredValue(page);
  const scoreOf = useScores(connection, isPlan ? undefined : page?.rows);
  const isStale = useIsSlow(page !== undefined && !isCurrent && !problem);
  const [failed, setFailed] = useState<BatchRow | null>(null);
  const switching = useSwitching(batch);
  const { mutate } = switching;

  const onOpen = useCallback((report: string) => go(reportPath(connection, report)), [go, connection]);
  const onSwitch = useCallback(
    ({ number }: BatchRow, to: RowAction) => mutate({ batch, rows: [number], filter: {}, to }),
    [mutate, batch],
  );
  const entries = { canSwitch, onOpen, onSwitch, onProblem: setFailed };
  const { data: isEnded = false } = useBatch(batch, hasEnded);
  const { data: hasActs = true } = useBatch(batch, hasSeveralActs);
  const { data: changesPrivacy = true } = useBatch(batch, changesPrivacyOf);
  const view = useRowsView({ rows: page?.rows, isPlan, isEnded, hasActs, changesPrivacy, ...entries });

  return (
    <>
      <RowsToolbar batch={batch} isPlan={isPlan} search={search} onChange={onChange}>
        {canSwitch && page && page.rows.length > 0 && (
          <SwitchAll
            batch={batch}
            rows={page.rows}
            total={page.total ?? 0}
            onSwitch={(to) => mutate({ batch, rows: null, filter, to })}
          />
        )}
      </RowsToolbar>
      {switching.error && <ProblemLine problem={problemOf(switching.error)} />}
      <ListBody
        list={{ ...list, isStale }}
        announcement={isCurrent && !isLive && <Plural value={page?.total ?? 0} one="# row" other="# rows" />}
        notices={page && problem && <ProblemLine isRead problem={problem} actions={{ retry: list.read }} />}
        view={view}
        isBelowContent
        paging={{
          countOf: (total) => <Plural value={total} one="# row" other="# rows" />,
          note: canSwitch && <Trans>Nothing is sent until you start the batch.</Trans>,
          onChange,
        }}
      >
        <ScoreProvider value={scoreOf}>
          <ListTable
            aria-label={t`Batch rows`}
            view={view}
            page={shown ?? page}
            idOf={(row) => String(row.number)}
            rowLabel={({ address }) => address}
            rowMenu={(row) => <Entries row={row} {...entries} />}
            isStale={isStale}
            pastEnd={{ icon: ListChecks, onFirst: () => onChange({ page: undefined }) }}
            empty={
              <NoRows
                isFiltered={isFiltered(filter)}
                onClear={() =>
                  onChange({ search: undefined, act: undefined, state: undefined, failed_like: undefined })
                }
              />
            }
          />
        </ScoreProvider>
      </ListBody>
      {failed && <FailureDialog row={failed} onClose={() => setFailed(null)} />}
    </>
  );
});

function ProblemLine(props: ComponentProps<typeof ProblemInline>) {
  return (
    <div className={styles.problem}>
      <ProblemInline {...props} />
    </div>
  );
}

function FailureDialog({ row: { address, problem }, onClose }: { row: BatchRow; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`What happened`} isOpen onClose={onClose}>
      <p className={styles.which}>
        <bdi dir="ltr">{address}</bdi>
      </p>
      {problem && <ProblemInline problem={problem} />}
    </Dialog>
  );
}

/** Changes row actions, rereads counts and rows, and announces bulk changes. */
function useSwitching(batch: number) {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: { batch: number; rows: number[] | null; filter: BatchFilter; to: RowAction }) =>
      host.call("batch_set_actions", request),
    onMutate: () => queries.getQueryData<Batch>(keys.batches.one(batch))?.acts,
    onSuccess: ({ acts }, { rows, to }, before) => {
      // A bulk change isn't visible on other pages.
      if (rows !== null || !before) return;
      const count = acts[to] - before[to];
      if (count === 0) toast({ tone: "info", title: t`No rows changed` });
      else toast({ tone: "success", title: t`${plural(count, { one: "# row changed", other: "# rows changed" })}` });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keys.batches.one(batch) }),
        queries.invalidateQueries({ queryKey: keys.batches.allRows(batch) }),
      ]),
  });
}

type SwitchAllProps = { batch: number; rows: readonly BatchRow[]; total: number; onSwitch: (to: RowAction) => void };

/** Changes all listed rows that allow it, on all pages. */
function SwitchAll({ batch, rows, total, onSwitch }: SwitchAllProps) {
  const words = useBatchLabels();
  const { data: wish } = useBatch(batch, (known) => known.wish);
  // For rows on other pages only the options are known.
  const allowed = wish && rows.length < total ? choicesOf(wish) : rows.flatMap(({ choices }) => choices);
  const possible = ACTS.filter((act) => allowed.includes(act));
  return (
    <Menu
      trigger={
        <Button variant="quiet" iconAfter={ChevronDown} isDisabled={possible.length === 0}>
          <Trans>Change all actions</Trans>
        </Button>
      }
    >
      {possible.map((act) => (
        <MenuItem
          key={act}
          icon={ACT_ICONS[act]}
          label={words.act[act]}
          isDanger={act === "delete"}
          onAction={() => onSwitch(act)}
        />
      ))}
    </Menu>
  );
}

type EntriesProps = Omit<RowsViewOptions, "rows" | "isPlan" | "isEnded" | "changesPrivacy" | "hasActs"> & {
  row: BatchRow;
};

function Entries({ row, canSwitch, onOpen, onSwitch, onProblem }: EntriesProps) {
  const { t } = useLingui();
  const copy = useCopy();
  const words = useBatchLabels();
  const { report, address, problem, choices } = row;
  return (
    <>
      {canSwitch &&
        choices.map((act) => (
          <MenuItem
            key={act}
            icon={ACT_ICONS[act]}
            label={words.act[act]}
            isDanger={act === "delete"}
            onAction={() => onSwitch(row, act)}
          />
        ))}
      {canSwitch && choices.length > 0 && <MenuSeparator />}
      {problem && <MenuItem icon={Info} label={t`What happened`} onAction={() => onProblem(row)} />}
      {report !== null && <MenuItem icon={FileText} label={t`View report`} onAction={() => onOpen(report)} />}
      <MenuItem icon={Copy} label={t`Copy page URL`} onAction={() => copy(address, t`URL copied`)} />
    </>
  );
}

function NoRows({ isFiltered: hasFilter, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (hasFilter) {
    return (
      <EmptyState
        drawing="search"
        title={<Trans>No matching rows</Trans>}
        action={
          <Button onPress={onClear}>
            <Trans>Show all rows</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState drawing="reports" title={<Trans>This batch has no rows</Trans>}>
      <Trans>Nothing in the source could be used.</Trans>
    </EmptyState>
  );
}
