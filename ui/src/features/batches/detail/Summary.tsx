import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Batch } from "../../../host/contract";
import { ProblemInline } from "../../../shared/problems";
import { BatchCountdown } from "./BatchCountdown";
import { BatchProgress } from "./BatchProgress";
import { BatchResult } from "./BatchResult";
import { Plan } from "./Plan";
import type { BatchSearch } from "./rows/search";
import styles from "./Summary.module.css";
import { type BatchActions, useBatch } from "./use-batch";

type SummaryProps = { acts: BatchActions; search: BatchSearch; onChange: (change: BatchSearch) => void };

/** A batch's status and its main action. */
export function Summary({ number, ...props }: SummaryProps & { number: number }): ReactNode {
  const { data: batch } = useBatch(number);
  return batch && <ExistingBatch batch={batch} {...props} />;
}

function ExistingBatch({ batch, acts, search, onChange }: SummaryProps & { batch: Batch }) {
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
      {batch.state === "planned" && <Plan batch={batch} acts={acts} search={search} onChange={onChange} />}
      {batch.state === "held" && <BatchCountdown batch={batch} acts={acts} />}
      {(batch.state === "running" || batch.state === "pausing" || batch.state === "paused") && (
        <BatchProgress batch={batch} acts={acts} />
      )}
      {batch.state === "ended" && <BatchResult batch={batch} acts={acts} search={search} onChange={onChange} />}
      {acts.problem && <ProblemInline problem={acts.problem} />}
    </section>
  );
}
