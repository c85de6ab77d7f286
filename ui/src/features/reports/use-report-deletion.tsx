import { plural } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useDeletionFailure } from "../../app/deletion-failure";
import { useGo } from "../../app/go";
import { type Outcome, oneByOne } from "../../app/one-by-one";
import { type Deletion, type Run, useDeletions } from "../../app/pending";
import { reportOf, reportsOf } from "../../app/places";
import { keys } from "../../app/queries";
import { Failures, toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Problem, ReportRow } from "../../host/contract";
import { type Removal, useReportWrites } from "./use-report-writes";

/** How reports are deleted, whatever screen is open by then. */
export type ReportDeletion = {
  /** Lets a report wait to be deleted. */
  remove: (row: ReportRow) => void;
  /** Lets several reports wait to be deleted one after the other. */
  removeAll: (rows: readonly ReportRow[], news: { onUndo: () => void; onEnd: (outcome: Outcome) => void }) => void;
};

/** Deletes reports of a connection after a while (`interface.md` §4.5), and says in messages what came of it. */
export function useReportDeletion(connection: string): ReportDeletion {
  const { t, i18n } = useLingui();
  const host = useHost();
  const client = useQueryClient();
  const go = useGo();
  const writes = useReportWrites(connection);
  const { remove, removeNow, forgetFailure } = useDeletions(connection);
  const failure = useDeletionFailure(connection);

  const sayFailure = (row: ReportRow, problem: Problem) =>
    failure.say(row.address || row.id, problem, {
      retry: () => removeNow(oneDeletion(row)),
      check: () => void check(row),
      show: () => go(reportOf(connection, row.id)),
    });

  function sayDeleted(row: ReportRow, { end, answer_lost }: Removal) {
    const proven = t`The answer of the service was lost, but the report is gone.`;
    const description = answer_lost ? proven : row.address;
    if (end === "gone") toast({ tone: "info", title: t`The report was already gone`, description });
    else toast({ tone: "success", title: t`Report deleted`, description });
  }

  const oneDeletion = (row: ReportRow): Deletion => ({
    ids: [row.id],
    title: t`The report will be deleted`,
    description: row.address,
    run: async ({ signal, gone, failed }) => {
      try {
        sayDeleted(row, await writes.remove(row.id, { signal }, () => gone([row.id])));
      } catch (thrown) {
        const problem = problemOf(thrown);
        failed(row.id, problem);
        if (!signal.aborted) sayFailure(row, problem);
        return false;
      }
      writes.readListsAgain();
      return true;
    },
  });

  async function runAll(rows: readonly ReportRow[], onEnd: (outcome: Outcome) => void, run: Run) {
    const { signal, show, gone, failed } = run;
    const of = rows.length;
    const all = i18n.number(of);
    const showAt = (at: number) => {
      const number = i18n.number(Math.min(at + 1, of));
      show({ text: t`Deleting ${number} of ${all}…`, at, of });
    };
    let wereGone = 0;
    const removeOne = async (id: string) => {
      const { end } = await writes.remove(id, { background: true, signal }, () => gone([id]));
      if (end === "gone") wereGone += 1;
    };
    showAt(0);
    const outcome = await oneByOne(
      rows.map(({ id }) => id),
      removeOne,
      showAt,
      signal,
    );
    for (const { id, problem } of outcome.failed) failed(id, problem);
    writes.readListsAgain();
    const rest = rows.filter(({ id }) => !outcome.done.includes(id));
    const [first] = outcome.failed;
    const retry = () => removeNow(allDeletion(rest, { onUndo: () => {}, onEnd }));
    const check = () => {
      writes.readListsAgain();
      go(reportsOf(connection));
    };
    toast({
      tone: first ? "error" : rest.length > 0 ? "info" : "success",
      title: t`${plural(outcome.done.length - wereGone, { one: "# report deleted.", other: "# reports deleted." })}`,
      description: (first || rest.length > 0 || wereGone > 0) && <Rest outcome={outcome} gone={wereGone} rows={rows} />,
      ...(first && { action: failure.offer(first.problem, { retry, check, show: check }) }),
    });
    onEnd(outcome);
    return rest.length === 0;
  }

  const allDeletion: (...all: Parameters<ReportDeletion["removeAll"]>) => Deletion = (rows, { onUndo, onEnd }) => ({
    ids: rows.map(({ id }) => id),
    title: t`${plural(rows.length, { one: "# report will be deleted", other: "# reports will be deleted" })}`,
    run: (run) => runAll(rows, onEnd, run),
    onUndo,
  });

  /** Finds out whether a report is still there after a delete whose outcome is unknown (`field-notes.md` 24). */
  async function check(row: ReportRow) {
    const { id } = row;
    try {
      await client.fetchQuery({
        queryKey: keys.report(connection, id),
        queryFn: ({ signal }) => host.call("report_read", { connection, id }, { signal }),
        staleTime: 0,
      });
      toast({ tone: "info", title: t`The report is still there`, description: row.address });
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code !== "not_found") return sayFailure(row, problem);
      toast({ tone: "success", title: t`The report is gone`, description: row.address });
    }
    forgetFailure(id);
    writes.readListsAgain();
  }

  return {
    remove: (row) => remove(oneDeletion(row)),
    removeAll: (rows, news) => remove(allDeletion(rows, news)),
  };
}

/** What is to be said of several reports besides how many were deleted. */
function Rest({
  outcome: { failed, untried },
  gone,
  rows,
}: {
  outcome: Outcome;
  gone: number;
  rows: readonly ReportRow[];
}) {
  return (
    <>
      {gone > 0 && <Plural value={gone} one="# was already gone." other="# were already gone." />}{" "}
      {failed.length > 0 && <Plural value={failed.length} one="# failed." other="# failed." />}{" "}
      {untried.length > 0 && <Plural value={untried.length} one="# was not tried." other="# were not tried." />}
      <Failures of={failed} nameOf={(id) => rows.find((row) => row.id === id)?.address} />
    </>
  );
}
