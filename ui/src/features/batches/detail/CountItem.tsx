import type { ReactNode } from "react";

/** An item about some rows; hidden if there are none. */
export function CountItem({ of, className, children }: { of: number; className?: string; children: ReactNode }) {
  return of > 0 && <li className={className}>{children}</li>;
}
