import { Trans, useLingui } from "@lingui/react/macro";
import { averageTexts } from "../data/trends";

/** Between which values an average score moved; its change and its start are beside the score. */
export function Course({ averages }: { averages: readonly number[] }) {
  const { i18n } = useLingui();
  const [low, high] = averageTexts(i18n, Math.min(...averages), Math.max(...averages));
  return low === high ? (
    <Trans>Steady at {low}</Trans>
  ) : (
    <Trans>
      Between {low} and {high}
    </Trans>
  );
}
