import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Folder, RotateCw, SearchX } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { SortDescriptor } from "react-aria-components";
import { useConnection } from "../../app/connection";
import { usePreferences } from "../../app/preferences";
import { keys } from "../../app/queries";
import { Screen } from "../../app/Screen";
import { useTypedText } from "../../app/use-debounced";
import { useFocusRow } from "../../app/use-focus-row";
import { useList } from "../../app/use-list";
import { focusAll, useShortcut, useShortcutText } from "../../app/use-shortcut";
import { useWidth } from "../../app/use-width";
import {
  Button,
  EmptyState,
  FilterIgnored,
  LastKnown,
  Pager,
  ProblemView,
  SearchField,
  Skeleton,
  SortIgnored,
  SortMenu,
  Table,
  UnreadableRows,
  useIsSlow,
} from "../../components";
import { useHost } from "../../host";
import type { Generation, Project } from "../../host/contract";
import { COLUMN_SORTS, useProjectColumns } from "./columns";
import { DeleteProjectDialog } from "./DeleteProjectDialog";
import styles from "./ProjectsScreen.module.css";
import { ReportByReportDialog } from "./ReportByReportDialog";
import { changeSearch, type ProjectSearch, readProjectSearch, SORTS, toQuery } from "./search";
import { useProjectDeletion } from "./use-project-deletion";

/** The list of a connection's projects (`interface.md` §4.6). */
export function ProjectsScreen(): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const { id: connection, generation } = useConnection();
  const [preferences, savePreferences] = usePreferences();
  // The router hands on what it was given besides what was understood.
  const search = readProjectSearch(useSearch({ from: "/c/$connection/projects" }));
  const navigate = useNavigate();
  const query = toQuery(search, preferences);
  const list = useList(keys.projects(connection, query), ({ signal }) =>
    host.call("projects_list", { connection, query }, { signal }),
  );
  const [leaving, setLeaving] = useState<Project | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const focusRow = useFocusRow(area);
  const isSlow = useIsSlow(list.isReading);
  const deletion = useProjectDeletion(connection, (deleted) => {
    const rows = list.page?.rows ?? [];
    const at = rows.findIndex(({ project }) => project === deleted);
    focusRow((rows[at + 1] ?? rows[at - 1])?.project);
  });

  const change = (wanted: ProjectSearch, replace = false) =>
    void navigate({ to: ".", search: (before) => changeSearch(readProjectSearch(before), wanted), replace });
  const openReports = (project: string) =>
    void navigate({ to: "/c/$connection/reports", params: { connection }, search: { project } });

  const term = useTypedText(search.search, (wanted) => change({ search: wanted }, true));
  const input = useRef<HTMLInputElement>(null);
  useShortcut("f", () => focusAll(input.current));
  const labels = { created_at: t`Date created`, project: t`Name` };
  const sortedBy = search.sort_by ?? "created_at";
  const isSortIgnored = list.isCurrent && (list.page?.sort_ignored ?? false);

  return (
    <Screen
      title={t`Projects`}
      count={list.page?.total}
      actions={<Button icon={RotateCw} aria-label={t`Read the list again`} onPress={list.read} isPending={isSlow} />}
      toolbar={
        <>
          <div className={styles.search}>
            <SearchField
              aria-label={t`Search projects`}
              shortcut={useShortcutText("F")}
              inputRef={input}
              value={term.text}
              onChange={term.type}
              onSubmit={term.commit}
              onClear={() => term.commit("")}
              maxLength={500}
            />
          </div>
          <SortMenu
            options={SORTS.map((value) => ({ value, label: labels[value] }))}
            by={sortedBy}
            isIgnored={isSortIgnored}
            direction={search.sort ?? "desc"}
            onChange={(sort_by, sort) => change({ sort_by, sort })}
          />
        </>
      }
    >
      {list.problem && list.page && (
        <LastKnown problem={list.problem} since={list.readAt} isOtherQuery={!list.isCurrent} onRetry={list.read} />
      )}
      {isSortIgnored && (
        <SortIgnored
          label={labels[sortedBy]}
          instead={
            sortedBy === "created_at"
              ? undefined
              : { label: labels.created_at, onPress: () => change({ sort_by: "created_at", sort: search.sort }) }
          }
        />
      )}
      {list.page?.filter_ignored && list.isCurrent && <FilterIgnored onClear={() => change({ search: undefined })} />}
      {list.page && <UnreadableRows rows={list.page.unreadable} />}
      <div ref={area} className={styles.rows}>
        {list.page ? (
          <ProjectsTable
            rows={list.page.rows}
            search={search}
            generation={generation}
            isSortIgnored={isSortIgnored}
            isStale={isSlow && !list.isCurrent}
            isPastEnd={list.page.number > 1}
            onChange={change}
            onOpen={openReports}
            onDelete={setLeaving}
          />
        ) : list.problem ? (
          <ProblemView problem={list.problem} actions={{ retry: list.read }} />
        ) : (
          <Skeleton rows={12} />
        )}
      </div>
      <Pager
        page={list.page}
        paging={generation.paging}
        perPage={query.per_page}
        onPerPage={(per_page) => {
          savePreferences({ page_size: per_page });
          change({ per_page });
        }}
        onPage={(page) => change({ page: page > 1 ? page : undefined })}
      />
      {leaving && (
        <DeleteProjectDialog
          connection={connection}
          paging={generation.paging}
          project={leaving}
          onClose={() => setLeaving(null)}
          onOpenReports={() => openReports(leaving.project)}
          deletion={deletion}
        />
      )}
      {deletion.run && <ReportByReportDialog run={deletion.run} deletion={deletion} />}
    </Screen>
  );
}

type ProjectsTableProps = {
  rows: readonly Project[];
  search: ProjectSearch;
  generation: Generation;
  /** The rows are provably in another order than was asked for. */
  isSortIgnored: boolean;
  isStale: boolean;
  /** The page lies behind the end of the list. */
  isPastEnd: boolean;
  onChange: (change: ProjectSearch) => void;
  onOpen: (project: string) => void;
  onDelete: (project: Project) => void;
};

function ProjectsTable(props: ProjectsTableProps) {
  const { rows, search, generation, isSortIgnored, isStale, isPastEnd, onChange, onOpen, onDelete } = props;
  const { t } = useLingui();
  const [width, ref] = useWidth<HTMLDivElement>();
  const columns = useProjectColumns(rows, generation, width, onOpen, onDelete);
  const direction = search.sort === "asc" ? "ascending" : "descending";
  const column = Object.keys(COLUMN_SORTS).find((id) => COLUMN_SORTS[id] === (search.sort_by ?? "created_at")) ?? "";
  const sort = (wanted: SortDescriptor) => {
    const sort_by = COLUMN_SORTS[wanted.column];
    const first = sort_by === "project" ? "asc" : "desc";
    const turned = search.sort === "asc" ? "desc" : "asc";
    onChange({ sort_by, sort: wanted.column === column ? turned : first });
  };
  return (
    <div ref={ref} className={styles.rows} aria-busy={isStale || undefined}>
      <Table
        aria-label={t`Projects`}
        columns={columns}
        rows={rows}
        idOf={({ project }) => project}
        textOf={({ project }) => project}
        sort={isSortIgnored ? undefined : { column, direction }}
        onSort={sort}
        onOpen={onOpen}
        isStale={isStale}
        empty={<Nothing isPastEnd={isPastEnd} search={search} onChange={onChange} />}
      />
    </div>
  );
}

function Nothing({ isPastEnd, search, onChange }: Pick<ProjectsTableProps, "isPastEnd" | "search" | "onChange">) {
  if (isPastEnd) {
    return (
      <EmptyState
        icon={Folder}
        title={<Trans>There is nothing on this page</Trans>}
        action={
          <Button onPress={() => onChange({ page: undefined })}>
            <Trans>First page</Trans>
          </Button>
        }
      >
        <Trans>The list has become shorter.</Trans>
      </EmptyState>
    );
  }
  if (search.search !== undefined) {
    return (
      <EmptyState
        icon={SearchX}
        title={<Trans>No project fits</Trans>}
        action={
          <Button onPress={() => onChange({ search: undefined })}>
            <Trans>Clear search</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState icon={Folder} title={<Trans>No projects yet</Trans>}>
      <Trans>The service makes a project for each site that has a report.</Trans>
    </EmptyState>
  );
}
