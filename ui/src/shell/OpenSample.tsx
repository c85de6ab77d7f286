import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Button, EmptyState, useIsSlow } from "../components";
import { problemOf, useHost } from "../host";
import { keys } from "../shared/data/queries";
import { useStart } from "../shared/data/start";
import { overviewPath, reportsPath } from "../shared/navigation/routes";
import { useGoTo, useIsCurrentRoute } from "../shared/navigation/use-navigation";
import { ProblemView } from "../shared/problems";

/** Starts the sample workspace and opens it like any new connection. */
export function OpenSample(): ReactNode {
  const host = useHost();
  const { safe_mode } = useStart();
  const go = useGoTo();
  const isCurrentRoute = useIsCurrentRoute();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => host.call("sample_open", null),
    onSuccess: async (sample) => {
      // The new service may be another one, so earlier reads don't apply.
      queries.removeQueries({ queryKey: keys.connection(sample.id) });
      queries.setQueryData(keys.connections(), await host.call("connections_list", null));
      const first = safe_mode ? reportsPath(sample.id) : overviewPath(sample.id);
      if (isCurrentRoute()) go(first, { replace: true });
    },
  });
  useEffect(() => mutate(), [mutate]);
  const isSlow = useIsSlow(isPending);

  if (error) {
    return (
      <ProblemView headingLevel="h1" problem={problemOf(error)} actions={{ retry: mutate }}>
        <Button onPress={() => go("/connections/new")}>
          <Trans>Add connection</Trans>
        </Button>
      </ProblemView>
    );
  }
  return (
    isSlow && <EmptyState headingLevel="h1" drawing="reports" title={<Trans>Starting the sample workspace…</Trans>} />
  );
}
