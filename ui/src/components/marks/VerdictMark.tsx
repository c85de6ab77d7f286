import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleHelp, CircleMinus, CircleX } from "lucide-react";
import type { Verdict } from "../../host/contract";
import styles from "./Marks.module.css";

const ICONS = { good: CircleCheck, decent: CircleMinus, bad: CircleX, unknown: CircleHelp };

/** A verdict as icon and word; nothing known is said as such. */
export function VerdictMark({ verdict }: { verdict: Verdict | null }) {
  const { t } = useLingui();
  const kind = verdict ?? "unknown";
  const Icon = ICONS[kind];
  const word = { good: t`Good`, decent: t`Decent`, bad: t`Bad`, unknown: t`Unknown` }[kind];
  return (
    <span className={styles.verdict} data-verdict={kind}>
      <Icon size={14} strokeWidth={2} aria-hidden />
      {word}
    </span>
  );
}
