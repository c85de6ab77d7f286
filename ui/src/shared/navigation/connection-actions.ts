import { useMemo } from "react";
import { editConnectionPath } from "./routes";
import { useGoTo } from "./use-navigation";

/** Actions of {@link ProblemView} that open the connection's settings. */
export function useConnectionActions(connection: string) {
  const go = useGoTo();
  return useMemo(
    () => ({
      edit_connection: () => go(editConnectionPath(connection)),
      enter_key: () => go(editConnectionPath(connection, "key")),
      show_connections: () => go("/connections"),
    }),
    [go, connection],
  );
}
