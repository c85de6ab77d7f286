import { Trans, useLingui } from "@lingui/react/macro";
import { Library, SearchX } from "lucide-react";
import type { Selection } from "react-aria-components";
import { Button, EmptyState, ProblemView, Skeleton, Table, type TableColumn, useIsSlow } from "../../components";
import type { LibraryRow } from "../../host/contract";
import { usePreferences } from "../../shared/data/preferences";
import { columnSort } from "../../shared/lists/column-sort";
import { PastEnd } from "../../shared/lists/PastEnd";
import { useLayout } from "../../shared/lists/use-layout";
import type { List } from "../../shared/lists/use-list";
import { SyncButtons } from "../../shared/sync/SyncButtons";
import { COLUMN_SORTS } from "./columns";
import { LibraryRowMenu } from "./LibraryRowMenu";
import styles from "./LibraryScreen.module.css";
import { isFiltered, keyOf, type LibrarySearch, NO_FILTERS, DEFAULT_SORT } from "./search";

export type LibraryTableProps = {
  list: List<LibraryRow>;
  columns: readonly TableColumn<LibraryRow>[];
  search: LibrarySearch;
  onChange: (change: LibrarySearch) => void;
  onOpen: (key: string) => void;
  openKey: string | undefined;
  selected: Selection;
  onSelect: (selected: Selection) => void;
};

/** The rows of the library's list, or what stands in their place. */
export function LibraryTable(props: LibraryTableProps) {
  const { list, columns, search, onChange, onOpen, openKey, selected, onSelect } = props;
  const { t } = useLingui();
  const [{ density }] = usePreferences();
  const [layout, saveLayout] = useLayout("library");
  const isSlow = useIsSlow(list.isReading && !list.isCurrent);
  if (!list.page) {
    return list.problem ? (
      <ProblemView problem={list.problem} actions={{ retry: list.read }} />
    ) : (
      <Skeleton rows={20} rowHeight={density === "compact" ? 30 : 36} />
    );
  }
  const { rows, number } = list.page;
  const { sort_by = DEFAULT_SORT.sort_by, sort = DEFAULT_SORT.sort } = search;
  return (
    <div
      className={styles.rows}
      aria-busy={isSlow || undefined}
      onKeyDownCapture={(event) => {
        const key = event.key === "Enter" ? (event.target as HTMLElement).dataset.key : undefined;
        if (key === undefined || !rows.some((row) => keyOf(row) === key)) return;
        event.stopPropagation();
        onOpen(key);
      }}
    >
      <Table
        aria-label={t`Library`}
        columns={columns}
        layout={layout}
        onLayout={saveLayout}
        density={density}
        rows={rows}
        idOf={keyOf}
        textOf={({ row }) => row.address}
        selected={selected}
        onSelect={onSelect}
        {...columnSort(COLUMN_SORTS, { sort_by, sort }, ["address", "project"], onChange)}
        onOpen={onOpen}
        openId={openKey}
        menuOf={(row) => <LibraryRowMenu known={row} onOpen={onOpen} onChange={onChange} />}
        isStale={isSlow}
        empty={<Nothing page={number} search={search} onChange={onChange} />}
      />
    </div>
  );
}

function Nothing({ page, search, onChange }: Pick<LibraryTableProps, "search" | "onChange"> & { page: number }) {
  if (page > 1) return <PastEnd icon={Library} onFirst={() => onChange({ page: undefined })} />;
  if (isFiltered(search)) {
    return (
      <EmptyState
        icon={SearchX}
        title={<Trans>No report fits</Trans>}
        action={
          <Button onPress={() => onChange(NO_FILTERS)}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>Nothing that the library remembers fits the search and the filters.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Library} title={<Trans>The library is empty</Trans>} action={<SyncButtons />}>
      <Trans>
        It remembers every report that a service shows, with its past, on this computer. A sync reads them all.
      </Trans>
    </EmptyState>
  );
}
