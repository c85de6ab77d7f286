import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Problem, UnreadableRow } from "../host/contract";
import { Banner } from "./Banner";
import { Button } from "./Button";
import { DateText } from "./DateText";
import { Details, useProblemAction } from "./ProblemView";
import { PROBLEMS } from "./problems";

/** Says that the rows below are older than the question, and why (`since` in milliseconds since 1970). */
export function LastKnown({
  problem,
  since,
  isOtherQuery,
  onRetry,
}: {
  problem: Problem;
  since: number;
  /** The rows answer an earlier question, with other filters or of another page. */
  isOtherQuery: boolean;
  onRetry: () => void;
}) {
  const { i18n } = useLingui();
  const { title, next, tone } = PROBLEMS[problem.code];
  const action = useProblemAction(problem, { retry: onRetry });
  const time = <DateText value={new Date(since).toISOString()} form="exact" />;
  return (
    <Banner tone={tone} isNew action={action && <Button onPress={action.onPress}>{action.label}</Button>}>
      <b>{i18n._(title)}.</b> {i18n._(next)}{" "}
      {isOtherQuery ? (
        <Trans>Last known rows, read {time} with other settings than those above.</Trans>
      ) : (
        <Trans>Last known rows, read {time}.</Trans>
      )}
    </Banner>
  );
}

/** Says that the service put the rows in another order than was asked for (`field-notes.md` 14). */
export function SortIgnored({ label }: { label: string }) {
  return (
    <Banner tone="info">
      <Trans>The service did not sort by “{label}”. The rows are in an order of its own.</Trans>
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
