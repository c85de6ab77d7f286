import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button";
import { copyText } from "./copy-text";

type CopyButtonProps = {
  /** A text that is still to be read is a promise. */
  text: () => string | Promise<string>;
  children: string;
};

export function CopyButton({ text, children }: CopyButtonProps) {
  const { t } = useLingui();
  const [end, setEnd] = useState<"copying" | "copied" | "failed" | null>(null);
  const label = { copying: children, copied: t`Copied`, failed: t`Couldn’t copy` };
  return (
    <Button
      icon={Copy}
      isPending={end === "copying"}
      onPress={() => {
        setEnd("copying");
        void copyText(text()).then((isDone) => setEnd(isDone ? "copied" : "failed"));
      }}
    >
      {end ? label[end] : children}
    </Button>
  );
}
