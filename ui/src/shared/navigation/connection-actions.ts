import { useMemo } from "react";
import type { ProblemCode } from "../../host/contract";
import { editConnectionPath, NETWORK_FIXES } from "./routes";
import { useGoTo } from "./use-navigation";

/** Actions of {@link ProblemView} that open the connection's settings. */
export function useConnectionActions(connection: string) {
  const go = useGoTo();
  return useMemo(
    () => ({
      edit_connection: (code: ProblemCode) => go(editConnectionPath(connection, NETWORK_FIXES[code])),
      enter_key: () => go(editConnectionPath(connection, "key")),
      show_connections: () => go("/connections"),
    }),
    [go, connection],
  );
}
