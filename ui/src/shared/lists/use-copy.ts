import { useLingui } from "@lingui/react/macro";
import { copyText, toast } from "../../components";

/** Copies a text and shows that as `title`. */
export function useCopy(): (text: string, title: string) => void {
  const { t } = useLingui();
  return (text, title) =>
    void copyText(text).then((isDone) =>
      toast(isDone ? { tone: "success", title, description: text } : { tone: "error", title: t`Couldn’t copy` }),
    );
}
