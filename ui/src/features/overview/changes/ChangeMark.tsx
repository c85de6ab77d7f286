import { useLingui } from "@lingui/react/macro";
import { type LucideIcon, Minus, Plus, TrendingDown, TrendingUp } from "lucide-react";
import type { Change } from "../../../host/contract";
import styles from "./ChangeMark.module.css";

const CHANGE_ICONS: Record<Change, LucideIcon> = {
  better: TrendingUp,
  worse: TrendingDown,
  new: Plus,
  gone: Minus,
};

export function useChangeWords(): Record<Change, string> {
  const { t } = useLingui();
  return { better: t`Better`, worse: t`Worse`, new: t`New`, gone: t`Removed` };
}

/** A change as icon and text. */
export function ChangeMark({ change }: { change: Change }) {
  const words = useChangeWords();
  const Icon = CHANGE_ICONS[change];
  return (
    <span className={styles.mark} data-change={change}>
      <Icon size={14} strokeWidth={2} aria-hidden />
      {words[change]}
    </span>
  );
}
