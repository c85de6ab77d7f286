import type { Zoom } from "../../host/contract";

/** Zoom levels in percent. */
export const ZOOMS: readonly Zoom[] = [50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400];

/** The next zoom level in percent; `null` at the end of the scale. */
export function nextZoom(zoom: Zoom, change: "larger" | "smaller"): Zoom | null {
  const further = ZOOMS.filter((step) => (change === "larger" ? step > zoom : step < zoom));
  return further.at(change === "larger" ? 0 : -1) ?? null;
}
