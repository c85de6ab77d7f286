import { useLingui } from "@lingui/react/macro";
import { useHost } from "../host";
import { toast } from "./overlays/Toast";

/** Opens an address in the system's browser, and says so when that fails. */
export function useOpenAddress(): (url: string) => void {
  const host = useHost();
  const { t } = useLingui();
  return (url) => {
    host.call("address_open", { url }).catch(() => {
      toast({ tone: "error", title: t`The browser could not be opened.`, description: url });
    });
  };
}
