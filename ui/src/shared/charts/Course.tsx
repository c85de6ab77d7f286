import { Trans, useLingui } from "@lingui/react/macro";
import { dayText } from "../../components";
import { averageTexts } from "../data/trends";

type CourseProps = { was: number; since: Date; is: number };

/** How an average score went, in one sentence. */
export function Course({ was: before, since, is: now }: CourseProps) {
  const { i18n } = useLingui();
  const [was, is] = averageTexts(i18n, before, now);
  const day = dayText(since, i18n);
  const change = Math.round(now * 10) - Math.round(before * 10);
  if (change > 0) {
    return (
      <Trans>
        The average score rose from {was} on {day} to {is}.
      </Trans>
    );
  }
  return change < 0 ? (
    <Trans>
      The average score fell from {was} on {day} to {is}.
    </Trans>
  ) : (
    <Trans>
      The average score is {is}, as on {day}.
    </Trans>
  );
}
