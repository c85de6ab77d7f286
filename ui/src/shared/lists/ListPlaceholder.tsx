import { Skeleton } from "../../components";
import type { Problem } from "../../host/contract";
import { usePreferences } from "../data/preferences";
import { ProblemView } from "../problems";

export type ListPlaceholderProps = { problem: Problem | null; onRetry: () => void; rows?: number };

/** Stands in for a list until there are rows. */
export function ListPlaceholder({ problem, onRetry, rows = 12 }: ListPlaceholderProps) {
  const [{ density }] = usePreferences();
  return problem ? (
    <ProblemView problem={problem} actions={{ retry: onRetry }} />
  ) : (
    <Skeleton rows={rows} rowHeight={density === "compact" ? 30 : 36} />
  );
}
