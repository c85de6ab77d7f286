import { useLingui } from "@lingui/react/macro";
import { useGo } from "../../app/go";
import { checkOf, reportsOf } from "../../app/places";
import { toast } from "../../components";
import type { Connection, ConnectionCheck } from "../../host/contract";
import { verdictOf } from "./check/verdict";

/** Opens the reports of a connection that was added, and tells in passing what its check found. */
export function useOpenAdded(): (connection: Connection, check: ConnectionCheck | null) => void {
  const { t } = useLingui();
  const go = useGo();
  return ({ id }, check) => {
    go(reportsOf(id), { replace: true });
    if (!check) return;
    const isLimited = verdictOf(check).kind === "limited";
    toast({
      tone: "success",
      title: isLimited ? t`The connection works, with limits` : t`The connection works`,
      action: { label: t`Show the check`, onPress: () => go(checkOf(id)) },
      isPassing: true,
    });
  };
}
