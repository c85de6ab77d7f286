import { useLingui } from "@lingui/react/macro";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Puts a number of bytes into a short text, with at most one digit after the point; a kilobyte has 1,000. */
export function useSize(): (bytes: number) => string {
  const { i18n } = useLingui();
  return (bytes) => {
    const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
    const unit = UNITS[step] ?? "byte";
    return i18n.number(bytes / 1000 ** step, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 });
  };
}
