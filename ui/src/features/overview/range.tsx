import { useLingui } from "@lingui/react/macro";
import { SegmentedFilter } from "../../components";
import { usePreferences } from "../../shared/data/preferences";

const RANGES = [30, 90, 365] as const;

/** The days that the screen is about, which are kept. */
export function useRange(): number {
  const [{ overview_days }] = usePreferences();
  return RANGES.find((days) => days === overview_days) ?? RANGES[0];
}

export function RangeFilter() {
  const { t } = useLingui();
  const range = useRange();
  const [, save] = usePreferences();
  return (
    <SegmentedFilter
      aria-label={t`Time range`}
      options={[
        { value: "30", label: t`30 days` },
        { value: "90", label: t`90 days` },
        { value: "365", label: t`1 year` },
      ]}
      value={String(range)}
      onChange={(days) => save({ overview_days: Number(days) })}
    />
  );
}
