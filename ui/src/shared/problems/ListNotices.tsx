import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../components/buttons/Button";
import { Banner } from "../../components/layout/Banner";
import { Details, DetailsText } from "../../components/layout/Details";
import type { Problem, UnreadableRow } from "../../host/contract";
import { useNextRetry } from "../lists/use-outage-retry";
import { Countdown, Pause } from "./Pause";
import styles from "./Problem.module.css";
import { useProblemActions } from "./ProblemView";
import { nextStep, PROBLEMS, problemDetails, serviceMessage } from "./problems";

/** Explains why the rows are outdated; the footer says by how much. */
export function LastKnown({
  problem,
  isOtherQuery,
  onRetry,
}: {
  problem: Problem;
  /** The rows belong to an earlier query. */
  isOtherQuery: boolean;
  onRetry: () => void;
}) {
  const { i18n } = useLingui();
  const { title, tone } = PROBLEMS[problem.code];
  const [action] = useProblemActions(problem, { retry: onRetry });
  const retryAt = useNextRetry();
  const [isOpen, setOpen] = useState(false);
  return (
    <Banner
      tone={tone}
      rank="outage"
      isNew
      details={isOpen && <More problem={problem} isRetried={retryAt !== null} />}
      action={
        <>
          <Button variant="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            <Trans>Details</Trans>
          </Button>
          {action && (
            <Button onPress={action.onPress}>
              {action.label}
              {action.kind === "retry" && <Countdown until={retryAt} />}
            </Button>
          )}
        </>
      }
    >
      <b>{i18n._(title)}</b>{" "}
      <span className={styles.muted}>
        {isOtherQuery ? (
          <Trans>Showing the saved copy, with different filters or sorting</Trans>
        ) : (
          <Trans>Showing the saved copy</Trans>
        )}
      </span>
    </Banner>
  );
}

/** The next step and the technical details. */
function More({ problem, isRetried }: { problem: Problem; isRetried: boolean }) {
  const { i18n } = useLingui();
  const said = serviceMessage(problem);
  return (
    <>
      <p>
        {i18n._(nextStep(problem, isRetried))} {!isRetried && <Pause problem={problem} />}
      </p>
      {said && (
        <p>
          <Trans>
            The service says: <q>{said}</q>
          </Trans>
        </p>
      )}
      <DetailsText text={problemDetails({ ...problem, said: null })} copied={problemDetails(problem)} />
    </>
  );
}

/** The service ignored the sort order (`field-notes.md` 14). */
export function SortIgnored({
  label,
  instead,
}: {
  label: string;
  /** A sort order that the service isn't known to ignore. */
  instead?: { label: string; onPress: () => void } | undefined;
}) {
  return (
    <Banner
      tone="info"
      rank="query"
      isNew
      action={
        instead && (
          <Button onPress={instead.onPress}>
            <Trans>Sort by “{instead.label}”</Trans>
          </Button>
        )
      }
    >
      <b>
        <Trans>Can’t sort by “{label}”</Trans>
      </b>{" "}
      <span className={styles.muted}>
        <Trans>Rows are in the service’s own order</Trans>
      </span>
    </Banner>
  );
}

/** The service ignored the filters, so some rows don't match. */
export function FilterIgnored({ onClear }: { onClear: () => void }) {
  return (
    <Banner
      tone="warning"
      rank="query"
      isNew
      action={
        <Button onPress={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      <Trans>The service ignored your filters, so some rows don’t match.</Trans>
    </Banner>
  );
}

/** Shows rows that couldn't be parsed as they came. */
export function UnreadableRows({ rows }: { rows: readonly UnreadableRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Banner tone="warning" rank="rows">
      <Plural value={rows.length} one="# row couldn’t be read." other="# rows couldn’t be read." />
      <Details text={rows.map(({ path, raw }) => `${path}\n${raw}`).join("\n\n")} />
    </Banner>
  );
}
