import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button";

/** Puts a text on the clipboard, and says whether that went well. */
export function CopyButton({ text, children }: { text: () => string; children: string }) {
  const { t } = useLingui();
  const [end, setEnd] = useState<"copied" | "failed" | null>(null);
  const label = { copied: t`Copied`, failed: t`Could not be copied` };
  return (
    <Button
      icon={Copy}
      onPress={() => {
        navigator.clipboard.writeText(text()).then(
          () => setEnd("copied"),
          () => setEnd("failed"),
        );
      }}
    >
      {end ? label[end] : children}
    </Button>
  );
}
