import { Skeleton } from "../../components";
import type { Problem } from "../../host/contract";
import { usePreferences } from "../data/preferences";
import { ProblemView } from "../problems";
import { useNextRetry } from "./use-outage-retry";

export type ListPlaceholderProps = { problem: Problem | null; onRetry: () => void };

/** Stands in for a list until there are rows. */
export function ListPlaceholder({ problem, onRetry }: ListPlaceholderProps) {
  const [{ density }] = usePreferences();
  const retryAt = useNextRetry();
  return problem ? (
    <ProblemView problem={problem} actions={{ retry: onRetry }} retryAt={retryAt} />
  ) : (
    <Skeleton rows={20} rowHeight={density === "compact" ? 30 : 36} />
  );
}
