import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { SortMenu } from "../../../../components";
import type { Connection } from "../../../../host/contract";
import { useSortLabels } from "../../../../shared/lists/sort-labels";
import type { ReportListSort } from "../../../../shared/navigation/routes";
import { changeSearch, DEFAULT_SORT, type ReportSearch, SORTS, searchAlone } from "../../search";
import { Filters } from "./Filters";

export type ListControlsProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  search: ReportSearch;
  /** The visible rows aren't in this order. */
  isSortIgnored: boolean;
  onChange: (change: ReportSearch) => void;
};

/** The filters and sort order of a report list; another connection has a list of its own. */
export function ListControls({ connection, search, isSortIgnored, onChange }: ListControlsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const labels = useSortLabels();
  const sorts: Partial<Record<ReportListSort, boolean>> | undefined = connection?.generation.sorts;
  const choose = (wanted: string | null) => {
    const same = (before: Record<string, unknown>) => changeSearch(searchAlone(before), { view: undefined });
    void (wanted === null
      ? navigate({ to: "/reports", search: same })
      : navigate({ to: "/c/$connection/reports", params: { connection: wanted }, search: same }));
  };
  return (
    <>
      <Filters
        search={search}
        onChange={onChange}
        connection={connection?.id ?? null}
        onConnection={choose}
        // A connection's list has the field beside it.
        hasProject={connection === null}
        hasScope
      />
      <SortMenu
        options={SORTS.map((value) => ({
          value,
          label: labels[value],
          // Still offered: services change, and trying detects that.
          ...(sorts?.[value] === false && { detail: t`Not supported by this service` }),
        }))}
        isIgnored={isSortIgnored}
        by={search.sort_by ?? DEFAULT_SORT.sort_by}
        direction={search.sort ?? DEFAULT_SORT.sort}
        onChange={(sort_by, sort) => onChange({ sort_by, sort })}
      />
    </>
  );
}
