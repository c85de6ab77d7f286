import { useLingui } from "@lingui/react/macro";
import { toast } from "../../components";
import { problemOf, useHost } from "../../host";
import { PROBLEMS } from "../../shared/problems";

/** Restarts Assay without its options, such as safe mode. */
export function useRestart(): () => void {
  const host = useHost();
  const { i18n } = useLingui();
  return () =>
    host.call("app_restart", null).catch((thrown) => {
      const { title, next } = PROBLEMS[problemOf(thrown).code];
      toast({ tone: "error", title: i18n._(title), description: i18n._(next) });
    });
}
