import { useEffect } from "react";
import { addressesIn } from "../../host/page-urls";
import { useNewBatch } from "../../shared/planning/new-batch";
import { useNewReport } from "../../shared/planning/new-report";
import { isText, openDialog } from "../../shared/screen/focus";

/** Offers a new report, or a batch for several URLs, when URLs are pasted outside a text field; sends nothing. */
export function usePastedAddress(): void {
  const { ask } = useNewReport();
  const { give } = useNewBatch();
  useEffect(() => {
    if (!ask || !give) return;
    const isFree = (event: Event) => !isText(event.target) && openDialog() === null;
    // Webviews first ask whether pasting is possible here.
    const allow = (event: Event) => {
      if (isFree(event)) event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isFree(event)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const [first, ...others] = addressesIn(text);
      if (first === undefined) return;
      event.preventDefault();
      if (others.length > 0) give({ kind: "text", text });
      else ask(first);
    };
    document.addEventListener("beforepaste", allow);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("beforepaste", allow);
      document.removeEventListener("paste", onPaste);
    };
  }, [ask, give]);
}
