import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { averageTexts } from "../data/trends";

type CourseProps = {
  averages: readonly number[];
  /** How many days ago it began. */
  days: number;
  /** The name of its beginning, if it has one. */
  moment?: string | undefined;
};

/** Between which values an average score moved, in one sentence; its change is shown beside the score. */
export function Course({ averages, days, moment }: CourseProps) {
  const { i18n } = useLingui();
  const [low, high] = averageTexts(i18n, Math.min(...averages), Math.max(...averages));
  if (low === high) {
    if (moment !== undefined)
      return (
        <Trans>
          The average score has stayed at {low} since “{moment}”.
        </Trans>
      );
    return plural(days, {
      365: `The average score stayed at ${low} in the last year.`,
      one: `The average score stayed at ${low} in the last day.`,
      other: `The average score stayed at ${low} in the last # days.`,
    });
  }
  if (moment !== undefined)
    return (
      <Trans>
        The average score has been between {low} and {high} since “{moment}”.
      </Trans>
    );
  return plural(days, {
    365: `The average score was between ${low} and ${high} in the last year.`,
    one: `The average score was between ${low} and ${high} in the last day.`,
    other: `The average score was between ${low} and ${high} in the last # days.`,
  });
}
