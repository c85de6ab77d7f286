import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Importance } from "../../host/contract";

/** The heading of the checks of an importance, or of those without one. */
export function ImportanceGroupName({ importance }: { importance: Importance | null }): ReactNode {
  switch (importance) {
    case "high":
      return <Trans>High importance</Trans>;
    case "medium":
      return <Trans>Medium importance</Trans>;
    case "low":
      return <Trans>Low importance</Trans>;
    default:
      return <Trans>Importance not given</Trans>;
  }
}
