import { useLingui } from "@lingui/react/macro";
import { problemOf, useHost } from "../../host";
import { toast } from "../overlays/Toast";

/** Opens a URL in the browser; failures show a message. */
export function useOpenAddress(): (url: string) => void {
  const host = useHost();
  const { t } = useLingui();
  return (url) => {
    host.call("address_open", { url }).catch((thrown) => {
      const isTooOften = problemOf(thrown).code === "too_often";
      const title = isTooOften ? t`Too many pages opened at once` : t`Couldn’t open the browser.`;
      toast({ tone: "error", title, description: url });
    });
  };
}
