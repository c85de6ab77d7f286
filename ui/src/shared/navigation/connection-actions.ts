import { useMemo } from "react";
import { editOf } from "./routes";
import { useGo } from "./use-navigation";

/** Where problems with a connection can be set right, as actions of {@link ProblemView}. */
export function useConnectionWays(connection: string) {
  const go = useGo();
  return useMemo(
    () => ({
      edit_connection: () => go(editOf(connection)),
      enter_key: () => go(editOf(connection, "key")),
      show_connections: () => go("/connections"),
    }),
    [go, connection],
  );
}
