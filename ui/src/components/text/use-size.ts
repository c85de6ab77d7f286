import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Formats bytes with at most one decimal; 1 KB is 1,000 bytes. */
export function sizeText(i18n: I18n, bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = UNITS[step] ?? "byte";
  const format = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  // Most languages say kB, the texts KB.
  return i18n.number(bytes / 1000 ** step, format).replace("kB", "KB");
}

export function useSize(): (bytes: number) => string {
  const { i18n } = useLingui();
  return (bytes) => sizeText(i18n, bytes);
}
