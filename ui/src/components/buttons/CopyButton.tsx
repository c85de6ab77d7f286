import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button";
import { copyText } from "./copy-text";

export function CopyButton({ text, children }: { text: () => string; children: string }) {
  const { t } = useLingui();
  const [end, setEnd] = useState<"copied" | "failed" | null>(null);
  const label = { copied: t`Copied`, failed: t`Couldn’t copy` };
  return (
    <Button
      icon={Copy}
      onPress={() => {
        void copyText(text()).then((isDone) => setEnd(isDone ? "copied" : "failed"));
      }}
    >
      {end ? label[end] : children}
    </Button>
  );
}
