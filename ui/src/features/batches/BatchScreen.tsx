import { Trans, useLingui } from "@lingui/react/macro";
import { useParams, useRouter, useSearch } from "@tanstack/react-router";
import { Download, Ellipsis, SlidersHorizontal, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { Button, DateText, Dialog, lazyNamed, Menu, MenuItem, Skeleton, useDuration } from "../../components";
import { makeProblem, problemOf } from "../../host";
import type { Batch, Problem } from "../../host/contract";
import { useCommand, useKeysOf } from "../../shared/commands";
import { useConnection } from "../../shared/data/connection";
import { batchesPath, batchPath, searchString } from "../../shared/navigation/routes";
import { compact } from "../../shared/navigation/search-params";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { ProblemInline, ProblemView } from "../../shared/problems";
import { Screen } from "../../shared/screen/Screen";
import styles from "./BatchScreen.module.css";
import { Rows } from "./detail/rows/Rows";
import { type BatchSearch, filterOf, readBatchSearch } from "./detail/rows/search";
import { Summary } from "./detail/Summary";
import { type BatchActions, useBatch, useBatchActions, useBatchRows } from "./detail/use-batch";
import { useEdit } from "./detail/use-edit";
import { useBatchLabels } from "./labels";
import { RemoveBatch } from "./RemoveBatch";

const RulesDialog = lazyNamed(() => import("./detail/RulesDialog"), "RulesDialog");
const ExportOutcome = lazyNamed(() => import("./detail/ExportOutcome"), "ExportOutcome");

export function BatchScreen(): ReactNode {
  const { batch } = useParams({ strict: false });
  const number = Number(batch);
  if (!Number.isSafeInteger(number) || number < 1) return <NoBatch problem={makeProblem("batch_unknown")} />;
  // The key resets all state when the batch changes.
  return <OneBatch key={number} number={number} />;
}

function OneBatch({ number }: { number: number }) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const router = useRouter();
  const go = useGoTo();
  const words = useBatchLabels();
  const search = useBatchSearch();
  const acts = useBatchActions({ number, connection });
  // Only what the whole screen needs: progress updates come several times per second.
  const { data, error, refetch } = useBatch(number, (batch) => ({
    title: words.title(batch),
    connection: batch.connection,
    wish: batch.wish,
    isPlan: batch.state === "planned" || batch.state === "held",
    canSwitch: batch.state === "planned",
    isLive: batch.state === "running" || batch.state === "pausing",
  }));
  const change = useCallback(
    (wanted: BatchSearch, replace = false) => {
      // Successive changes build on the latest URL.
      const before = readBatchSearch(router.latestLocation.search);
      const after = compact({ ...before, page: undefined, ...wanted });
      go(`${batchPath(connection, number)}${searchString(after)}`, { replace });
    },
    [go, router, connection, number],
  );

  const edit = useEdit({ number, connection, wish: data?.wish });

  if (!data) {
    if (error) return <NoBatch problem={problemOf(error)} onRetry={() => void refetch()} />;
    return (
      <Screen title={t`Batch`}>
        <Skeleton rows={14} />
      </Screen>
    );
  }
  if (data.connection !== connection) return <NoBatch problem={makeProblem("batch_unknown")} />;
  return (
    <Screen
      title={data.canSwitch ? t`Review plan` : data.title}
      back={(data.canSwitch && edit) || batchesPath(connection)}
      part={<About number={number} />}
      actions={<Actions number={number} acts={acts} search={search} />}
    >
      <Summary number={number} acts={acts} search={search} onChange={change} />
      <Rows
        connection={connection}
        batch={number}
        isPlan={data.isPlan}
        canSwitch={data.canSwitch}
        isLive={data.isLive}
        search={search}
        onChange={change}
      />
    </Screen>
  );
}

/** The effect of a plan, the origin of a batch's rows, and when and for how long it ran. */
function About({ number }: { number: number }) {
  const words = useBatchLabels();
  const durationOf = useDuration();
  const { data } = useBatch(number, (batch) => ({
    plan: batch.state === "planned" && words.title(batch),
    from: batch.from,
    started_at: batch.started_at,
    ended_at: batch.ended_at,
  }));
  if (!data) return null;
  const { plan, from, started_at, ended_at } = data;
  const seconds = started_at && ended_at ? (Date.parse(ended_at) - Date.parse(started_at)) / 1000 : null;
  return (
    <span className={styles.about}>
      {plan && <span>{plan}</span>}
      <span>
        <span className={styles.origin} title={words.origin(from)} dir="auto">
          {words.origin(from)}
        </span>
      </span>
      {ended_at !== null && <DateText value={ended_at} />}
      {seconds !== null && <span>{durationOf(Math.max(1, Math.round(seconds)))}</span>}
    </span>
  );
}

/** The search parameters; a stable object until they change. */
function useBatchSearch(): BatchSearch {
  const text = JSON.stringify(readBatchSearch(useSearch({ strict: false })));
  const [search, setSearch] = useState({ text, value: JSON.parse(text) as BatchSearch });
  if (search.text === text) return search.value;
  const value = JSON.parse(text) as BatchSearch;
  setSearch({ text, value });
  return value;
}

function NoBatch({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  const { id: connection } = useConnection();
  const go = useGoTo();
  return (
    <ProblemView headingLevel="h1" problem={problem} {...(onRetry && { actions: { retry: onRetry } })}>
      <Button onPress={() => go(batchesPath(connection))}>
        <Trans>View all batches</Trans>
      </Button>
    </ProblemView>
  );
}

/** Secondary actions of a batch. */
function Actions({ number, ...props }: { number: number; acts: BatchActions; search: BatchSearch }) {
  const { data: batch } = useBatch(number);
  if (batch?.state === "planned") return <PlanActions batch={batch} />;
  if (batch?.state === "ended" || batch?.state === "paused") return <OutcomeActions batch={batch} {...props} />;
  return null;
}

function PlanActions({ batch }: { batch: Batch }) {
  const [isChanging, setChanging] = useState(false);
  const hasRules = batch.wish.kind !== "delete" && (batch.wish.kind !== "undo" || batch.passwords_missing > 0);
  return (
    <>
      {hasRules && (
        <Button icon={SlidersHorizontal} onPress={() => setChanging(true)}>
          <Trans>Options…</Trans>
        </Button>
      )}
      <Remove batch={batch} />
      {isChanging && <RulesDialog batch={batch} onClose={() => setChanging(false)} />}
    </>
  );
}

function OutcomeActions({ batch, acts, search }: { batch: Batch; acts: BatchActions; search: BatchSearch }) {
  const keysOf = useKeysOf();
  const [isExporting, setExporting] = useState(false);
  useCommand("export", () => setExporting(true));
  const isEnded = batch.state === "ended";
  return (
    <>
      {isEnded && batch.can_undo && (
        <Button icon={Undo2} isPending={acts.pending === "batch_undo"} onPress={() => acts.tell("batch_undo")}>
          <Trans>Undo privacy changes…</Trans>
        </Button>
      )}
      <Button icon={Download} keys={keysOf("export")} onPress={() => setExporting(true)}>
        <Trans>Export…</Trans>
      </Button>
      {isEnded && <Remove batch={batch} />}
      {isExporting && <Export batch={batch} search={search} onClose={() => setExporting(false)} />}
    </>
  );
}

/** Exports the listed rows of all pages. */
function Export({ batch, search, onClose }: { batch: Batch; search: BatchSearch; onClose: () => void }) {
  const filter = filterOf(search);
  const { t } = useLingui();
  const { page, problem, read } = useBatchRows({ batch: batch.number, filter, per_page: 10, page: 1 });
  if (!page) {
    if (!problem) return null;
    return (
      <Dialog title={t`Export`} isOpen onClose={onClose}>
        <ProblemInline isRead problem={problem} actions={{ retry: read }} />
      </Dialog>
    );
  }
  return <ExportOutcome batch={batch} filter={filter} total={page.total ?? 0} onClose={onClose} />;
}

function Remove({ batch }: { batch: Batch }) {
  const { t } = useLingui();
  const go = useGoTo();
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Menu placement="bottom end" trigger={<Button icon={Ellipsis} aria-label={t`More actions`} />}>
        <MenuItem icon={Trash2} label={t`Remove…`} isDanger onAction={() => ask(true)} />
      </Menu>
      <RemoveBatch
        batch={isAsking ? batch : null}
        onRemoved={() => go(batchesPath(batch.connection), { replace: true })}
        onClose={() => ask(false)}
      />
    </>
  );
}
