import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import { Button, EmptyState } from "../components";
import { useConnections } from "../shared/data/connection";
import { reportsPath } from "../shared/navigation/routes";
import { useGoTo } from "../shared/navigation/use-navigation";

/** Opens the first connection, or the welcome screen if there is none. */
export function StartRedirect(): ReactNode {
  const first = useConnections()[0]?.id;
  const go = useGoTo();
  useEffect(() => go(first === undefined ? "/welcome" : reportsPath(first), { replace: true }), [first, go]);
  return null;
}

export function NotFoundScreen(): ReactNode {
  const go = useGoTo();
  return (
    <EmptyState
      headingLevel="h1"
      drawing="search"
      title={<Trans>Page not found</Trans>}
      action={
        <Button variant="primary" onPress={() => go("/")}>
          <Trans>Go to Reports</Trans>
        </Button>
      }
    />
  );
}
