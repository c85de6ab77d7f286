import { useLocale } from "react-aria-components";
import { useWidth } from "../../../shared/screen/use-width";

/** What a picture is drawn at where nothing is laid out, in pixels. */
const FALLBACK = 600;

/** The width of a picture that fills its place, the ref for that place, and how places along it run with the language. */
export function useChartSize() {
  const [width, measure] = useWidth<HTMLDivElement>();
  const { direction } = useLocale();
  const isMirrored = direction === "rtl";
  const whole = width || FALLBACK;
  return {
    width: whole,
    measure,
    /** The place of something that starts so many pixels after the start, and is so wide. */
    place: (start: number, size = 0) => (isMirrored ? whole - start - size : start),
  };
}
