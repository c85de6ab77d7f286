import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { toast } from "../../../components";
import type { Connection, ConnectionCheck } from "../../../host/contract";
import { useStart } from "../../../shared/data/start";
import { connectionTestPath, overviewPath, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { summarizeTest } from "../connection-test/test-summary";

/** Opens a new connection and shows its test result; an untested one opens with its reports, or why they can't load. */
export function useOpenAdded(): (connection: Connection, check: ConnectionCheck | null) => void {
  const { t } = useLingui();
  const go = useGoTo();
  const router = useRouter();
  const { safe_mode } = useStart();
  return ({ id }, check) => {
    const first = check && !safe_mode ? overviewPath(id) : reportsPath(id);
    go(first, { replace: true });
    if (!check) return;
    const isLimited = summarizeTest(check).kind === "limited";
    const close = toast({
      tone: "success",
      title: isLimited ? t`Connected, with some limitations` : t`Connected`,
      action: { label: t`View test results`, onPress: () => go(connectionTestPath(id)) },
      isPassing: true,
    });
    // Other screens say how the connection is now.
    const stop = router.subscribe("onBeforeNavigate", ({ toLocation }) => {
      if (toLocation.pathname === first) return;
      close();
      stop();
    });
  };
}
