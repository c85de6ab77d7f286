import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { PlanBatch } from "../../host/contract";
import { batchPath } from "../navigation/routes";
import { useGoTo } from "../navigation/use-navigation";
import { PROBLEMS, serviceMessage } from "../problems";

/** Plans a batch and opens it; resolves to whether it was planned. Never rejects. */
export function useMakeBatch(): (plan: PlanBatch, options?: { signal?: AbortSignal }) => Promise<boolean> {
  const { i18n, t } = useLingui();
  const host = useHost();
  const go = useGoTo();
  return useCallback(
    async (plan, { signal } = {}) => {
      try {
        const { connection, number } = await host.call("batch_plan", plan, { signal });
        if (signal?.aborted) return false;
        go(batchPath(connection, number));
        return true;
      } catch (thrown) {
        const problem = problemOf(thrown);
        if (problem.code === "canceled" || signal?.aborted) return false;
        const description = serviceMessage(problem) ?? i18n._(PROBLEMS[problem.code].title);
        toast({ tone: "error", title: t`Couldn’t create the plan`, description });
        return false;
      }
    },
    [host, go, i18n, t],
  );
}
