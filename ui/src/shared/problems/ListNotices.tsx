import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../components/buttons/Button";
import { Banner } from "../../components/layout/Banner";
import { Details } from "../../components/layout/Details";
import { DateText } from "../../components/text/DateText";
import type { Problem, UnreadableRow } from "../../host/contract";
import { Pause } from "./Pause";
import { PROBLEMS } from "./problems";
import { ProblemDetails, useProblemActions } from "./ProblemView";

/** Says that the rows below are older than the question, and why (`since` in milliseconds since 1970). */
export function LastKnown({
  problem,
  since,
  knownAt = null,
  isOtherQuery,
  onRetry,
}: {
  problem: Problem;
  since: number;
  /** The rows are what the library remembers, last seen then. */
  knownAt?: string | null;
  /** The rows answer an earlier question, with other filters or of another page. */
  isOtherQuery: boolean;
  onRetry: () => void;
}) {
  const { i18n } = useLingui();
  const { title, next, tone } = PROBLEMS[problem.code];
  const [action] = useProblemActions(problem, { retry: onRetry });
  const { said } = problem;
  const time = <DateText value={new Date(since).toISOString()} form="exact" />;
  return (
    <Banner tone={tone} isNew action={action && <Button onPress={action.onPress}>{action.label}</Button>}>
      <b>{i18n._(title)}.</b> {i18n._(next)} <Pause problem={problem} />{" "}
      {said && (
        <>
          <Trans>
            The service says: <q>{said}</q>
          </Trans>{" "}
        </>
      )}
      {knownAt !== null ? (
        <Trans>
          Meanwhile you see what the library remembers, seen <DateText value={knownAt} isInText />. Changes need the
          service.
        </Trans>
      ) : isOtherQuery ? (
        <Trans>Last known rows, read {time} with other settings than those above.</Trans>
      ) : (
        <Trans>Last known rows, read {time}.</Trans>
      )}
      {tone !== "info" && <ProblemDetails problem={problem} />}
    </Banner>
  );
}

/** Says that the service put the rows in another order than was asked for (`field-notes.md` 14). */
export function SortIgnored({
  label,
  instead,
}: {
  label: string;
  /** Another way to sort, which the service is not known to ignore. */
  instead?: { label: string; onPress: () => void } | undefined;
}) {
  return (
    <Banner
      tone="info"
      isNew
      action={
        instead && (
          <Button onPress={instead.onPress}>
            <Trans>Sort by “{instead.label}”</Trans>
          </Button>
        )
      }
    >
      <Trans>The service did not sort by “{label}”. The rows are in an order of its own.</Trans>
    </Banner>
  );
}

/** Says that the service did not heed the filters: rows are here that they should have left out. */
export function FilterIgnored({ onClear }: { onClear: () => void }) {
  return (
    <Banner
      tone="warning"
      isNew
      action={
        <Button onPress={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      <Trans>The service did not heed the filters. Rows are here that do not fit them.</Trans>
    </Banner>
  );
}

/** Says that rows of the answer could not be read, and shows them as they came. */
export function UnreadableRows({ rows }: { rows: readonly UnreadableRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Banner tone="warning">
      <Plural value={rows.length} one="# row could not be read." other="# rows could not be read." />
      <Details text={rows.map(({ path, raw }) => `${path}\n${raw}`).join("\n\n")} />
    </Banner>
  );
}
