import type { ReactNode } from "react";
import { useWidth } from "../../../components";

type MeasuredProps = {
  className: string | undefined;
  /** The width in pixels, with paddings, from which on two columns have room. */
  wideFrom: number;
  children: ReactNode;
};

/** Differences, marked where two columns have room: WebKit counts a zoomed container in pixels of the display. */
export function Measured({ className, wideFrom, children }: MeasuredProps) {
  const [width, measure] = useWidth<HTMLDivElement>();
  return (
    <div ref={measure} className={className} data-wide={width >= wideFrom || undefined}>
      {children}
    </div>
  );
}
