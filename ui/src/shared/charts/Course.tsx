import { Trans, useLingui } from "@lingui/react/macro";
import { dayText } from "../../components";
import { averageTexts } from "../data/trends";

type CourseProps = {
  averages: readonly number[];
  since: Date;
  /** The name of that time, if it has one. */
  moment?: string | undefined;
};

/** Between which values an average score moved, in a few words; its change is shown beside the score. */
export function Course({ averages, since, moment }: CourseProps) {
  const { i18n } = useLingui();
  const day = dayText(since, i18n);
  const [low, high] = averageTexts(i18n, Math.min(...averages), Math.max(...averages));
  if (low === high) {
    return moment === undefined ? (
      <Trans>
        {low} since {day}
      </Trans>
    ) : (
      <Trans>
        {low} since “{moment}”
      </Trans>
    );
  }
  return moment === undefined ? (
    <Trans>
      Between {low} and {high} since {day}
    </Trans>
  ) : (
    <Trans>
      Between {low} and {high} since “{moment}”
    </Trans>
  );
}
