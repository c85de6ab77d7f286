import { useLingui } from "@lingui/react/macro";
import { copyText, toast } from "../../components";

/** Copies a text and shows that as `title`, by default with the text. */
export function useCopy(): (text: string, title: string, description?: string) => void {
  const { t } = useLingui();
  return (text, title, description = text) =>
    void copyText(text).then((isDone) =>
      toast(isDone ? { tone: "success", title, description } : { tone: "error", title: t`Couldn’t copy` }),
    );
}
