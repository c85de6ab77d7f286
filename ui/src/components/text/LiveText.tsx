import type { ReactNode } from "react";
import { VisuallyHidden } from "react-aria-components";

export function LiveText({ children }: { children: ReactNode }) {
  return (
    <VisuallyHidden>
      <div role="status">{children}</div>
    </VisuallyHidden>
  );
}
