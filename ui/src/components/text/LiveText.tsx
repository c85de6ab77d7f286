import type { ReactNode } from "react";
import { VisuallyHidden } from "react-aria-components";

/** Text that screen readers say when it changes, and that nobody sees. It must stay mounted. */
export function LiveText({ children }: { children: ReactNode }) {
  return (
    <VisuallyHidden>
      <div role="status">{children}</div>
    </VisuallyHidden>
  );
}
