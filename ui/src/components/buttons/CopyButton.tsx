import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "./Button";
import { copyText } from "./copy-text";

type CopyButtonProps = Pick<ButtonProps, "variant"> & {
  /** A text that is still to be read is a promise. */
  text: () => string | Promise<string>;
  children: string;
};

export function CopyButton({ text, children, ...props }: CopyButtonProps) {
  const { t } = useLingui();
  const [end, setEnd] = useState<"copying" | "copied" | "failed" | null>(null);
  const label = { copying: children, copied: t`Copied`, failed: t`Couldn’t copy` };
  return (
    <Button
      {...props}
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
