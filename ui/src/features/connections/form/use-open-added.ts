import { useLingui } from "@lingui/react/macro";
import { toast } from "../../../components";
import type { Connection, ConnectionCheck } from "../../../host/contract";
import { connectionTestPath, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { summarizeTest } from "../connection-test/test-summary";

/** Opens a new connection's reports and shows its test result. */
export function useOpenAdded(): (connection: Connection, check: ConnectionCheck | null) => void {
  const { t } = useLingui();
  const go = useGoTo();
  return ({ id }, check) => {
    go(reportsPath(id), { replace: true });
    if (!check) return;
    const isLimited = summarizeTest(check).kind === "limited";
    toast({
      tone: "success",
      title: isLimited ? t`Connected, with some limitations` : t`Connected`,
      action: { label: t`View results`, onPress: () => go(connectionTestPath(id)) },
      isPassing: true,
    });
  };
}
