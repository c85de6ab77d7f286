import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleX, RotateCw, SearchCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button, VerdictBar, VerdictCount } from "../../../components";
import { classes } from "../../../components/class-names";
import type { Batch, FailureGroup, RowAction, VerdictCounts } from "../../../host/contract";
import { sentenceOf } from "../../../i18n";
import { reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { ProblemInline } from "../../../shared/problems";
import { useProblemActions } from "../../../shared/problems/ProblemView";
import { BadLines } from "./BadLines";
import { LookedFor, NotKnown } from "./BatchProgress";
import styles from "./BatchResult.module.css";
import { actsOf, progressOf } from "./progress";
import type { BatchSearch } from "./rows/search";
import status from "./status.module.css";
import { UndoLimits } from "./UndoLimits";
import { type BatchActions, useOutcome } from "./use-batch";
import { useFailureText } from "./use-failure-text";

const VERDICTS = ["good", "decent", "bad", "unknown"] as const;

type BatchResultProps = {
  batch: Batch;
  acts: BatchActions;
  search: BatchSearch;
  onChange: (change: BatchSearch) => void;
};

/** The result of a batch: what was done, the new reports, and why rows failed. */
export function BatchResult({ batch, acts, search, onChange }: BatchResultProps): ReactNode {
  const { states } = batch;
  const { outcome, others, problem, read } = useOutcome(batch);
  const created = outcome?.created;
  const added = created ? VERDICTS.reduce((sum, verdict) => sum + created[verdict], 0) : 0;
  const hasNew = added > 0;
  return (
    <>
      <div className={styles.result}>
        <Done batch={batch} acts={acts} added={added} />
        {(hasNew || states.failed > 0 || states.unknown > 0) && (
          <div className={styles.reasons}>
            {created && hasNew && <NewReports counts={created} />}
            {(states.failed > 0 || states.unknown > 0) && (
              <h2 className={classes(styles.heading, !hasNew && styles.first)}>
                <Trans>Needs attention</Trans>
              </h2>
            )}
            {outcome?.failures.map((failure) => (
              <Failure
                key={failure.row}
                failure={failure}
                isShown={search.failed_like === failure.row}
                onChange={onChange}
              />
            ))}
            {others > 0 && <OtherFailures count={others} />}
            {states.unknown > 0 && <Unknown batch={batch} acts={acts} />}
            {problem && <ProblemInline isRead problem={problem} actions={{ retry: read }} />}
          </div>
        )}
      </div>
      {batch.can_undo && <UndoLimits batch={batch} />}
      {batch.bad_lines > 0 && <BadLines batch={batch.number} count={batch.bad_lines} />}
    </>
  );
}

/** Replaces “done” if all rows do the same. */
const DONE: Partial<Record<RowAction, (count: number) => string>> = {
  create: (count) => plural(count, { one: "# created", other: "# created" }),
  refresh: (count) => plural(count, { one: "# rechecked", other: "# rechecked" }),
  delete: (count) => plural(count, { one: "# deleted", other: "# deleted" }),
};

const PARTS = {
  done: (count: number) => plural(count, { one: "# done", other: "# done" }),
  failed: (count: number) => plural(count, { one: "# failed", other: "# failed" }),
  unknown: (count: number) => plural(count, { one: "# with unknown outcome", other: "# with unknown outcome" }),
  canceled: (count: number) => plural(count, { one: "# not sent", other: "# not sent" }),
};

/** Outcomes of rows, in the order of the filters below. */
const OUTCOMES = ["done", "failed", "unknown", "canceled"] as const;

type DoneProps = {
  batch: Batch;
  acts: BatchActions;
  /** How many reports are new. */
  added: number;
};

/** The part that is done, and the next step. */
function Done({ batch, acts, added }: DoneProps) {
  const { i18n } = useLingui();
  const go = useGoTo();
  const { states, connection } = batch;
  const { all } = progressOf(states);
  const parts = OUTCOMES.filter((state) => states[state] > 0);
  const [only, ...others] = actsOf(batch);
  const texts = { ...PARTS, done: (only && others.length === 0 && DONE[only]) || PARTS.done };
  const [done, of] = [i18n.number(states.done), i18n.number(all)];
  return (
    <div className={styles.done}>
      <p className={status.headline}>
        {states.done === all ? (
          <Plural value={all} one="Done" other="All # done" />
        ) : states.done === 0 ? (
          <Plural value={all} one="Not done" other="None of # done" />
        ) : (
          <Trans>
            {done} of {of} done
          </Trans>
        )}
      </p>
      <div className={styles.bar} aria-hidden>
        {parts.map((state) => (
          <span key={state} data-state={state} style={{ flex: states[state] }} />
        ))}
      </div>
      {parts.length > 1 && (
        <p className={styles.parts}>
          {sentenceOf(
            i18n,
            parts.map((state) => texts[state](states[state])),
          )}
        </p>
      )}
      {(added > 0 || states.failed > 0) && (
        <div className={status.buttons}>
          {added > 0 && (
            <Button variant="primary" onPress={() => go(reportsPath(connection, { sort_by: "id" }))}>
              <Plural value={added} one="View # new report" other="View # new reports" />
            </Button>
          )}
          {states.failed > 0 && (
            <Button icon={RotateCw} isPending={acts.pending === "batch_retry"} onPress={() => acts.tell("batch_retry")}>
              <Trans>Retry failed</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The verdicts of the reports that were created. */
function NewReports({ counts }: { counts: VerdictCounts }) {
  const given = VERDICTS.filter((verdict) => counts[verdict] > 0);
  return (
    <div className={styles.created}>
      <h2 className={classes(styles.heading, styles.first)}>
        <Trans>New reports</Trans>
      </h2>
      <VerdictBar counts={counts} />
      <ul className={styles.verdicts}>
        {given.map((verdict) => (
          <li key={verdict}>
            <VerdictCount verdict={verdict} count={counts[verdict]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type FailureProps = {
  failure: FailureGroup;
  /** Only its rows are listed. */
  isShown: boolean;
  onChange: (change: BatchSearch) => void;
};

/** Rows that failed for one reason. */
function Failure({ failure, isShown, onChange }: FailureProps) {
  const { t, i18n } = useLingui();
  const { row, rows, problem } = failure;
  const why = useFailureText()(problem);
  const [action] = useProblemActions(problem);
  return (
    <div className={styles.reason}>
      <CircleX size={16} strokeWidth={1.9} aria-hidden className={styles.failed} />
      <span className={styles.why} dir="auto">
        {why}
      </span>
      <div className={styles.acts}>
        <span className={styles.count}>{i18n.number(rows)}</span>
        {action && <Button onPress={action.onPress}>{action.label}</Button>}
        <Button
          {...(!isShown && { "aria-label": t`Show rows: ${why}` })}
          onPress={() =>
            onChange({ failed_like: isShown ? undefined : row, state: undefined, act: undefined, search: undefined })
          }
        >
          {isShown ? <Trans>Show all rows</Trans> : <Trans>Show</Trans>}
        </Button>
      </div>
    </div>
  );
}

/** Rows that failed for less frequent reasons, which the core doesn’t list. */
function OtherFailures({ count }: { count: number }) {
  return (
    <div className={styles.reason}>
      <CircleX size={16} strokeWidth={1.9} aria-hidden className={styles.failed} />
      <span className={styles.why}>
        <Plural value={count} one="# more row failed for another reason" other="# more rows failed for other reasons" />
      </span>
    </div>
  );
}

/** Rows whose outcome is unknown. */
function Unknown({ batch: { states }, acts }: { batch: Batch; acts: BatchActions }) {
  return (
    <div className={styles.reason}>
      <div className={styles.why}>
        <NotKnown count={states.unknown}>
          {states.failed > 0 ? (
            <LookedFor />
          ) : (
            <Trans>Check now searches the service again and sends the rows that aren’t there.</Trans>
          )}
        </NotKnown>
      </div>
      {/* Retrying failed rows checks these, too. */}
      {states.failed === 0 && (
        <Button icon={SearchCheck} isPending={acts.pending === "batch_retry"} onPress={() => acts.tell("batch_retry")}>
          <Trans>Check now</Trans>
        </Button>
      )}
    </div>
  );
}
