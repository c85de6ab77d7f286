import { Trans, useLingui } from "@lingui/react/macro";
import { dayText } from "../../components";

type CourseProps = { was: number; since: Date; is: number };

/** How an average score went, in one sentence. */
export function Course({ was: before, since, is: now }: CourseProps) {
  const { i18n } = useLingui();
  const text = (score: number) => i18n.number(score, { maximumFractionDigits: 1 });
  const [was, is, day] = [text(before), text(now), dayText(since, i18n)];
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
