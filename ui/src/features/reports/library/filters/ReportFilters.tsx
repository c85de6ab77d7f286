import { useNavigate } from "@tanstack/react-router";
import type { Connection, Problem } from "../../../../host/contract";
import { changeSearch, type ReportSearch, searchAlone } from "../../search";
import { Filters } from "./Filters";

export type ReportFiltersProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  search: ReportSearch;
  /** The project is among the filters. */
  hasProject: boolean;
  onChange: (change: ReportSearch) => void;
  /** Why the list can't be read. */
  problem: Problem | null;
};

/** The filters of a report list; another connection has a list of its own. */
export function ReportFilters({ connection, ...props }: ReportFiltersProps) {
  const navigate = useNavigate();
  const choose = (wanted: string | null) => {
    const same = (before: Record<string, unknown>) => changeSearch(searchAlone(before), { view: undefined });
    void (wanted === null
      ? navigate({ to: "/reports", search: same })
      : navigate({ to: "/c/$connection/reports", params: { connection: wanted }, search: same }));
  };
  return <Filters {...props} connection={connection?.id ?? null} onConnection={choose} hasScope />;
}
