import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Batch } from "../../../host/contract";
import { ProblemInline } from "../../../shared/problems";
import { BatchCountdown } from "./BatchCountdown";
import { BatchProgress } from "./BatchProgress";
import { BatchResult } from "./BatchResult";
import { Plan } from "./Plan";
import styles from "./Summary.module.css";
import { type BatchActs, useBatch } from "./use-batch";

/** A batch's status and its main action. */
export function Summary({ number, acts }: { number: number; acts: BatchActs }): ReactNode {
  const { data: batch } = useBatch(number);
  return batch && <Known batch={batch} acts={acts} />;
}

function Known({ batch, acts }: { batch: Batch; acts: BatchActs }) {
  const { t } = useLingui();
  const name = {
    planned: t`Plan`,
    held: t`Plan`,
    running: t`Progress`,
    pausing: t`Progress`,
    paused: t`Progress`,
    ended: t`Outcome`,
  }[batch.state];
  return (
    <section className={styles.summary} aria-label={name}>
      {batch.state === "planned" && <Plan batch={batch} acts={acts} />}
      {batch.state === "held" && <BatchCountdown batch={batch} acts={acts} />}
      {(batch.state === "running" || batch.state === "pausing" || batch.state === "paused") && (
        <BatchProgress batch={batch} acts={acts} />
      )}
      {batch.state === "ended" && <BatchResult batch={batch} acts={acts} />}
      {acts.problem && <ProblemInline problem={acts.problem} />}
    </section>
  );
}
