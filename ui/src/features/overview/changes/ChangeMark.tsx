import { useLingui } from "@lingui/react/macro";
import { type LucideIcon, Minus, Plus, TrendingDown, TrendingUp } from "lucide-react";
import type { Change } from "../../../host/contract";

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
