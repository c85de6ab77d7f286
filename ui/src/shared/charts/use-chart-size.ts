import { useLocale } from "react-aria-components";
import { useWidth } from "../../components";

/** Width in pixels without layout. */
const FALLBACK = 600;

/** The width of a chart, the ref of its container, and positions in the text direction. */
export function useChartSize() {
  const [width, measure] = useWidth<HTMLDivElement>();
  const { direction } = useLocale();
  const isMirrored = direction === "rtl";
  const whole = width || FALLBACK;
  return {
    width: whole,
    measure,
    /** The x of an element `size` wide, `start` pixels from the start. */
    place: (start: number, size = 0) => (isMirrored ? whole - start - size : start),
  };
}
