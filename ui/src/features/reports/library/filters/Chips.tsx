import { FilterChips } from "../../../../components";
import { NOTHING_CHOSEN, type ReportSearch } from "../../search";
import { useChips } from "./use-chips";

export type ChipsProps = { search: ReportSearch; onChange: (change: ReportSearch) => void };

/** The active filters and sort order of a report list. */
export function Chips({ search, onChange }: ChipsProps) {
  return <FilterChips chips={useChips(search, onChange)} onClear={() => onChange(NOTHING_CHOSEN)} />;
}
