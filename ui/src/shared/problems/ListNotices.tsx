import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../components/buttons/Button";
import { Banner } from "../../components/layout/Banner";
import { Details } from "../../components/layout/Details";
import { DateText } from "../../components/text/DateText";
import type { Problem, UnreadableRow } from "../../host/contract";
import { Pause } from "./Pause";
import { ProblemDetails, useProblemActions } from "./ProblemView";
import { PROBLEMS } from "./problems";

/** Explains why the rows are outdated (`since` in milliseconds since 1970). */
export function LastKnown({
  problem,
  since,
  knownAt = null,
  isOtherQuery,
  onRetry,
}: {
  problem: Problem;
  since: number;
  /** When the rows, a saved copy, were last seen. */
  knownAt?: string | null;
  /** The rows belong to an earlier query. */
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
          Showing the saved copy from <DateText value={knownAt} isInText />. You can’t make changes until the service is
          back.
        </Trans>
      ) : isOtherQuery ? (
        <Trans>Showing results from {time}, with different filters or sorting.</Trans>
      ) : (
        <Trans>Showing results from {time}.</Trans>
      )}
      {tone !== "info" && <ProblemDetails problem={problem} />}
    </Banner>
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
      isNew
      action={
        instead && (
          <Button onPress={instead.onPress}>
            <Trans>Sort by “{instead.label}”</Trans>
          </Button>
        )
      }
    >
      <Trans>This service can’t sort by “{label}”.</Trans>
    </Banner>
  );
}

/** The service ignored the filters, so some rows don't match. */
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
      <Trans>The service ignored your filters, so some rows don’t match.</Trans>
    </Banner>
  );
}

/** Shows rows that couldn't be parsed as they came. */
export function UnreadableRows({ rows }: { rows: readonly UnreadableRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Banner tone="warning">
      <Plural value={rows.length} one="# row couldn’t be read." other="# rows couldn’t be read." />
      <Details text={rows.map(({ path, raw }) => `${path}\n${raw}`).join("\n\n")} />
    </Banner>
  );
}
