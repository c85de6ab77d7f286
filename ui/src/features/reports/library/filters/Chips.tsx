import { FilterChips } from "../../../../components";
import { NO_FILTERS, type ReportSearch } from "../../search";
import { useChips } from "./use-chips";

export type ChipsProps = {
  search: ReportSearch;
  /** The project is in a field of the toolbar. */
  isProjectShown: boolean;
  onChange: (change: ReportSearch) => void;
};

/** The active filters of a report list that its toolbar doesn’t show. */
export function Chips({ search, isProjectShown, onChange }: ChipsProps) {
  const shown = isProjectShown ? (["search", "result", "project"] as const) : (["search", "result"] as const);
  return <FilterChips chips={useChips(search, onChange, shown)} onClear={() => onChange(NO_FILTERS)} />;
}
