import type { ReactNode } from "react";
import { VisuallyHidden } from "react-aria-components";
import { createPortal } from "react-dom";

export function LiveText({ children }: { children: ReactNode }) {
  return (
    <VisuallyHidden>
      <div role="status">{children}</div>
    </VisuallyHidden>
  );
}

/** Like {@link LiveText}, outside dialogs, but accessible beside them. */
export function TopLiveText({ children }: { children: ReactNode }) {
  return createPortal(
    <div data-react-aria-top-layer>
      <LiveText>{children}</LiveText>
    </div>,
    document.body,
  );
}
