import { Trans, useLingui } from "@lingui/react/macro";
import { Wrench } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { Button, ColumnMenu, LastKnown, Pager } from "../../components";
import type { LibraryRow } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import { usePreferences } from "../../shared/data/preferences";
import { ExportButton } from "../../shared/export/ExportButton";
import { useLibraryList } from "../../shared/lists/library-list";
import { ListNews } from "../../shared/lists/ListAnnouncer";
import { useFocusRow } from "../../shared/lists/use-focus-row";
import { useLayout } from "../../shared/lists/use-layout";
import { useListCommands } from "../../shared/lists/use-list-commands";
import { useRowSelection } from "../../shared/lists/use-row-selection";
import { fixListPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { Screen } from "../../shared/screen/Screen";
import { WithPanel } from "../../shared/screen/SplitView";
import { useWidth } from "../../shared/screen/use-width";
import { ViewMenu } from "../../shared/views/ViewMenu";
import { useLibraryColumns } from "./columns";
import { LibraryPanel, useOpenReport } from "./LibraryPanel";
import styles from "./LibraryScreen.module.css";
import { LibraryTable } from "./LibraryTable";
import { LibraryToolbar } from "./LibraryToolbar";
import { keyOf, toQuery } from "./search";
import { useLibraryNeighbours } from "./use-library-neighbors";
import { useLibraryPlace } from "./use-library-place";

const LibrarySelection = lazy(() =>
  import("./LibrarySelection").then((module) => ({ default: module.LibrarySelection })),
);

const NO_ROWS: LibraryRow[] = [];

/** Everything that the library remembers of all connections in one list, with the open report beside it. */
export function LibraryScreen(): ReactNode {
  const { t } = useLingui();
  const go = useGoTo();
  const [preferences, savePreferences] = usePreferences();
  const place = useLibraryPlace();
  const { search, openKey, change, open, close } = place;
  const opened = useOpenReport(openKey);
  const query = toQuery(search, preferences);
  const list = useLibraryList(query);
  const { page } = list;
  const rows = page?.rows ?? NO_ROWS;
  const area = useRef<HTMLDivElement>(null);
  const focusRow = useFocusRow(area);
  const [width, measure] = useWidth<HTMLDivElement>();
  const [layout, saveLayout] = useLayout("library");
  const columns = useLibraryColumns(rows, width, layout, open);
  const selection = useRowSelection({
    query,
    rows,
    idOf: keyOf,
    wanted: search.selected,
    keep: (selected) => change({ page: search.page, selected }, true),
  });
  const neighbors = useLibraryNeighbours(query, list, place);
  const turnTo = (number: number) => change({ page: number > 1 ? number : undefined });
  useListCommands(list, turnTo);
  useCommand("select_all", rows.length > 0 ? () => selection.select("all") : null);

  // The bar stays, so that what was begun with it goes on when nothing is selected any more.
  const [hasSelected, setHasSelected] = useState(false);
  if (selection.rows.length > 0 && !hasSelected) setHasSelected(true);

  const pager = (
    <Pager
      page={page}
      knownAt={list.age}
      perPage={query.per_page}
      onPerPage={(per_page) => {
        savePreferences({ page_size: per_page });
        change({ per_page });
      }}
      onPage={turnTo}
    />
  );
  return (
    <WithPanel
      panel={
        opened && (
          <LibraryPanel
            // Nothing of one connection's report is carried over to another's.
            key={opened.connection.id}
            {...opened}
            rows={rows}
            neighbors={neighbors}
            open={open}
            close={(key) => {
              close();
              focusRow(key);
            }}
          />
        )
      }
    >
      <Screen
        title={t`Library`}
        count={page?.total}
        actions={
          <>
            <Button icon={Wrench} onPress={() => go(fixListPath(search.connection ?? null, query))}>
              <Trans>Fix list of these</Trans>
            </Button>
            <ExportButton
              what={page?.total ? { of: { kind: "library", query }, name: t`Library`, total: page.total } : null}
            />
            <ViewMenu />
          </>
        }
        toolbar={
          <LibraryToolbar search={search} onChange={change}>
            <ColumnMenu columns={columns.choices} layout={layout} onLayout={saveLayout} />
          </LibraryToolbar>
        }
      >
        <ListNews list={list} />
        {list.problem && page && (
          <LastKnown problem={list.problem} since={list.readAt} isOtherQuery={!list.isCurrent} onRetry={list.read} />
        )}
        <div ref={area} className={styles.rows}>
          <div ref={measure} className={styles.rows}>
            <LibraryTable
              list={list}
              columns={columns.shown}
              search={search}
              onChange={change}
              onOpen={open}
              openKey={openKey}
              selected={selection.ids}
              onSelect={selection.select}
            />
          </div>
        </div>
        {hasSelected ? (
          <Suspense fallback={pager}>
            <LibrarySelection rows={selection.rows} list={list} query={query} onClear={() => selection.select([])}>
              {pager}
            </LibrarySelection>
          </Suspense>
        ) : (
          pager
        )}
      </Screen>
    </WithPanel>
  );
}
