import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { SearchCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button, DateText, useDuration } from "../../../components";
import type { Batch } from "../../../host/contract";
import { useBatchLabels } from "../labels";
import { BadLines } from "./BadLines";
import { LookedFor, NotKnown } from "./BatchProgress";
import { progressOf } from "./progress";
import { Stat, StatList } from "./StatList";
import styles from "./Summary.module.css";
import { UndoLimits } from "./UndoLimits";
import type { BatchActs } from "./use-batch";

/** The result of a batch, with actions for failed rows. */
export function BatchResult({ batch, acts }: { batch: Batch; acts: BatchActs }): ReactNode {
  const { i18n } = useLingui();
  const durationOf = useDuration();
  const words = useBatchLabels();
  const { states, started_at, ended_at } = batch;
  const { all } = progressOf(states);
  const [done, of] = [i18n.number(states.done), i18n.number(all)];
  const seconds = started_at && ended_at ? (Date.parse(ended_at) - Date.parse(started_at)) / 1000 : null;
  return (
    <>
      <div className={styles.line}>
        <p className={styles.headline}>
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
        {states.failed > 0 && (
          <Button isPending={acts.pending === "batch_retry"} onPress={() => acts.tell("batch_retry")}>
            <Plural value={states.failed} one="Retry # failed" other="Retry # failed" />
          </Button>
        )}
      </div>
      <StatList>
        <Stat name={<Trans>Finished</Trans>}>
          <DateText value={ended_at} form="exact" />
        </Stat>
        {seconds !== null && <Stat name={<Trans>Duration</Trans>}>{durationOf(Math.max(1, Math.round(seconds)))}</Stat>}
        <Stat name={<Trans>Source</Trans>}>
          <span className={styles.cut} title={words.origin(batch.from)} dir="auto">
            {words.origin(batch.from)}
          </span>
        </Stat>
      </StatList>
      {states.unknown > 0 && (
        <div className={styles.line}>
          <NotKnown count={states.unknown}>
            {states.failed > 0 ? (
              <LookedFor />
            ) : (
              <Trans>Check now searches the service again and sends the rows that aren’t there.</Trans>
            )}
          </NotKnown>
          {/* Retrying failed rows checks these, too. */}
          {states.failed === 0 && (
            <Button
              icon={SearchCheck}
              isPending={acts.pending === "batch_retry"}
              onPress={() => acts.tell("batch_retry")}
            >
              <Trans>Check now</Trans>
            </Button>
          )}
        </div>
      )}
      {batch.can_undo && <UndoLimits batch={batch} />}
      {batch.bad_lines > 0 && <BadLines batch={batch.number} count={batch.bad_lines} />}
    </>
  );
}
