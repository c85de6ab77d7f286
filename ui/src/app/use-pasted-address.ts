import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { toast } from "../components";
import { addressesIn } from "./addresses";
import { isText, openDialog } from "./focus";
import { useNewReport } from "./new-report";

/** Offers a report on a page whose address is pasted anywhere but into a text. Nothing is sent for it. */
export function usePastedAddress(): void {
  const { t } = useLingui();
  const { ask } = useNewReport();
  useEffect(() => {
    if (!ask) return;
    const isFree = (event: Event) => !isText(event.target) && openDialog() === null;
    // Web views ask beforehand whether something other than a text can be pasted into.
    const allow = (event: Event) => {
      if (isFree(event)) event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isFree(event)) return;
      const addresses = addressesIn(event.clipboardData?.getData("text/plain") ?? "");
      const [first] = addresses;
      if (first === undefined) return;
      event.preventDefault();
      ask(first);
      const count = addresses.length;
      if (count > 1) {
        toast({
          tone: "info",
          title: t`Only the first address was taken`,
          description: t`${plural(count, { one: "# address was pasted.", other: "# addresses were pasted." })}`,
        });
      }
    };
    document.addEventListener("beforepaste", allow);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("beforepaste", allow);
      document.removeEventListener("paste", onPaste);
    };
  }, [ask, t]);
}
