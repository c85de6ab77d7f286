import { Trans, useLingui } from "@lingui/react/macro";
import type { Verdict } from "../../host/contract";
import { classes } from "../class-names";
import styles from "./VerdictMark.module.css";
import verdictFill from "./verdict-fill.module.css";
import worded from "./worded.module.css";

/** The words of verdicts. */
export function useVerdictWords(): Record<Verdict | "unknown", string> {
  const { t } = useLingui();
  return { good: t`Good`, decent: t`Decent`, bad: t`Bad`, unknown: t`Unknown` };
}

const SHAPES = {
  good: <path d="M5 .7 9.3 5 5 9.3.7 5z" strokeLinejoin="round" />,
  decent: <circle cx="5" cy="5" r="4" />,
  bad: <rect x="1" y="1" width="8" height="8" rx="1.2" />,
  unknown: <circle cx="5" cy="5" r="4" strokeDasharray="2 1.6" />,
};

/** A verdict's shape and color, where there is no figure. */
export function Mark({ verdict }: { verdict: Verdict | "unknown" }) {
  return (
    <svg
      width="10"
      height="10"
      viewBox="0 0 10 10"
      className={verdictFill.fill}
      data-verdict={verdict}
      aria-hidden="true"
    >
      {SHAPES[verdict]}
    </svg>
  );
}

/** A verdict as shape and text; unknown is shown as such. */
export function VerdictMark({ verdict }: { verdict: Verdict | null }) {
  const words = useVerdictWords();
  const kind = verdict ?? "unknown";
  return (
    <span className={classes(worded.worded, styles.verdict)} data-verdict={kind}>
      <Mark verdict={kind} />
      {words[kind]}
    </span>
  );
}

/** How many reports have a verdict, with its shape. */
export function VerdictCount({ verdict, count }: { verdict: Verdict | "unknown"; count: number }) {
  const { i18n } = useLingui();
  const figure = i18n.number(count);
  const texts = {
    good: (
      <Trans>
        <b>{figure}</b> good
      </Trans>
    ),
    decent: (
      <Trans>
        <b>{figure}</b> decent
      </Trans>
    ),
    bad: (
      <Trans>
        <b>{figure}</b> bad
      </Trans>
    ),
    unknown: (
      <Trans>
        <b>{figure}</b> unknown
      </Trans>
    ),
  };
  return (
    <span className={classes(worded.worded, styles.count)}>
      <Mark verdict={verdict} />
      <span>{texts[verdict]}</span>
    </span>
  );
}
