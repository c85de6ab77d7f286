import { useLingui } from "@lingui/react/macro";
import { GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { ColumnMenu, lazyNamed, MenuItem, SortMenu } from "../../../../components";
import { useConnectionName } from "../../../../shared/data/connection";
import { isSortIgnored } from "../../../../shared/lists/RowNotices";
import { useSortLabels } from "../../../../shared/lists/sort-labels";
import { momentsPath, type ReportListSort } from "../../../../shared/navigation/routes";
import { useGoTo } from "../../../../shared/navigation/use-navigation";
import { ViewMenu } from "../../../../shared/views/ViewMenu";
import { toLibraryQuery, wholeList } from "../../list/from-library";
import type { ReportListProps } from "../../list/use-report-list";
import { useReportsView } from "../../list/use-reports-view";
import { filtersOf, SORTS, sortOf } from "../../search";
import { useDeleteDuplicates } from "../../selection/DeleteDuplicates";

const CheckColumnsDialog = lazyNamed(() => import("../../list/CheckColumnsDialog"), "CheckColumnsDialog");

/** How a report list is shown. */
export function ReportViewMenu({ connection, reports }: ReportListProps) {
  const { t } = useLingui();
  const { list, search, query, change } = reports;
  const { sort_by, sort } = sortOf(search);
  const { choices, layout, saveLayout, checkSorts } = useReportsView(connection, reports);
  const [isChoosing, setChoosing] = useState(false);
  const labels = useSortLabels(connection?.generation.rating);
  const nameOf = useConnectionName();
  const go = useGoTo();
  const deletion = useDeleteDuplicates({ connection, reports });
  const named = query.project ?? (connection ? nameOf(connection) : t`All connections`);
  const sorts: Partial<Record<ReportListSort, boolean>> | undefined = connection?.generation.sorts;
  const { page } = list;
  const what =
    page && page.rows.length > 0
      ? {
          of: wholeList(connection?.id ?? null, query, list),
          name: t`Reports – ${named}`,
          total: page.total ?? undefined,
        }
      : null;
  const forClient = what && {
    of: { kind: "reports", query: toLibraryQuery(connection?.id ?? null, query) } as const,
    title: named,
    total: what.total,
  };
  return (
    <>
      <ViewMenu hasRows what={what} forClient={forClient} onReload={reports.reload} deletion={deletion}>
        <SortMenu
          options={[
            ...SORTS.map((value) => ({
              value,
              label: labels[value],
              // Still offered: services change, and trying detects that.
              ...(sorts?.[value] === false && { detail: t`Not supported by this service` }),
            })),
            ...checkSorts.map(({ key, label }) => ({ value: key, label })),
          ]}
          isIgnored={isSortIgnored(list)}
          by={sort_by}
          direction={sort}
          onChange={(sort_by, sort) => change({ sort_by, sort })}
        />
        <ColumnMenu
          columns={choices}
          layout={layout}
          onLayout={saveLayout}
          more={{ label: t`Columns from checks…`, onPress: () => setChoosing(true) }}
        />
        <MenuItem
          icon={GitCompareArrows}
          label={t`Compare moments`}
          onAction={() => go(momentsPath(connection?.id ?? null, filtersOf(search)))}
        />
      </ViewMenu>
      {isChoosing && <CheckColumnsDialog onClose={() => setChoosing(false)} />}
    </>
  );
}
