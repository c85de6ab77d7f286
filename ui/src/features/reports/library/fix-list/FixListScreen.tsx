import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useRouter, useSearch } from "@tanstack/react-router";
import { Flag, Heading1 } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button,
  EmptyState,
  FilterChips,
  ImportanceMark,
  MenuChoice,
  MenuItem,
  SegmentedFilter,
  Submenu,
  Toolbar,
} from "../../../../components";
import pager from "../../../../components/tables/Pager.module.css";
import { useHost } from "../../../../host";
import type { FailingCheck, FixList, Importance } from "../../../../host/contract";
import { useGuide } from "../../../../shared/checks/guide";
import { useConnection, useConnectionName } from "../../../../shared/data/connection";
import { keys } from "../../../../shared/data/queries";
import { useSyncedAt } from "../../../../shared/data/sync";
import { asWholePage } from "../../../../shared/lists/as-page";
import { ListScreen } from "../../../../shared/lists/ListScreen";
import { ListSearch } from "../../../../shared/lists/ListSearch";
import { useLocalList } from "../../../../shared/lists/library-list";
import { RowNotices } from "../../../../shared/lists/RowNotices";
import { SavedCopyAge } from "../../../../shared/lists/SavedCopyAge";
import { useRangeChoice } from "../../../../shared/moments/range";
import { fixListPath, projectPath } from "../../../../shared/navigation/routes";
import { useGoTo } from "../../../../shared/navigation/use-navigation";
import { ProblemActionsProvider } from "../../../../shared/problems";
import { useProjectScope } from "../../../../shared/screen/project-scope";
import { KnownPart } from "../../../../shared/sync/KnownPart";
import { SyncButtons } from "../../../../shared/sync/SyncButtons";
import { ViewMenu } from "../../../../shared/views/ViewMenu";
import { toLibraryQuery } from "../../list/from-library";
import { fixListMarkdown } from "../../markdown";
import { isFiltered, NO_FILTERS } from "../../search";
import { useMarkdownCopy } from "../../use-copies";
import { Filters } from "../filters/Filters";
import { useLibraryLabels } from "../filters/labels";
import { useChips } from "../filters/use-chips";
import { FixGroups } from "./FixGroups";
import styles from "./FixListScreen.module.css";
import { countFixes, type FixSearch, fixPlace, groupFixes, readFixSearch } from "./fix-search";
import { FixSelectionBar, useFixSelection } from "./RecheckFixes";
import { useFixMoves } from "./use-fix-moves";

/** Most important fixes of a connection. */
export function FixListScreen(): ReactNode {
  const connection = useConnection();
  const name = useConnectionName()(connection);
  return <Fixes connection={connection.id} name={name} />;
}

/** Most important fixes of all connections. */
export function AllFixListScreen(): ReactNode {
  const { t } = useLingui();
  return <Fixes connection={null} name={t`Library`} />;
}

/** Clears all filters, including those of checks. */
const NO_FIX_FILTERS = { ...NO_FILTERS, importance: undefined, text: undefined } satisfies FixSearch;

/** The checks that a search finds, and how to change it. */
function useFixes(connection: string | null) {
  const host = useHost();
  const go = useGoTo();
  const router = useRouter();
  const guide = useGuide();
  const project = useProjectScope()?.project;
  const written = readFixSearch(useSearch({ strict: false }));
  const search = project === undefined ? written : { ...written, project };
  const isInProject = connection !== null && project !== undefined;
  const path = isInProject ? projectPath(connection, project, "fix-list") : fixListPath(connection);
  // Successive changes build on the latest URL.
  const change = (wanted: FixSearch, replace = false) =>
    go(fixPlace(path, readFixSearch(router.latestLocation.search), wanted), { replace });

  const { importance: _, text: __, view: ___, ...reports } = search;
  const query = toLibraryQuery(connection, { ...reports, per_page: 10 });
  const list = useLocalList({
    queryKey: keys.library.fixList(query),
    queryFn: ({ signal }) => host.call("fix_list", query, { signal }),
    pageOf: ({ checks }: FixList) => asWholePage(checks),
  });
  const groups = list.data && groupFixes(list.data.checks, search, guide);
  return { list, groups, query, written, search, reports, isInProject, change };
}

function Fixes({ connection, name }: { connection: string | null; name: string }) {
  const { t } = useLingui();
  const go = useGoTo();
  const { list, groups, query, written, search, reports, isInProject, change } = useFixes(connection);
  const { data } = list;
  const named = search.project ?? name;
  const chips = useChips(reports, (wanted) => change(wanted as FixSearch), isInProject ? ["project"] : []);
  const selection = useFixSelection(query, groups, data ? data.reports - data.without_checks : 0);
  const moves = useFixMoves(query, data !== undefined && data.checks.length > 0);
  const checks = groups?.flatMap((group) => group.checks);
  const shown = checks?.length;

  return (
    <ProblemActionsProvider actions={{ clear_pattern: () => change({ pattern: undefined }) }}>
      <ListScreen
        title={t`Fix list`}
        part={data && <Basis list={data} connection={connection} hasCount={!isInProject} />}
        toolbar={
          <Toolbar below={<FilterChips chips={chips} onClear={() => change(NO_FILTERS)} />}>
            <CheckFilters search={search} checks={data?.checks} onChange={change} />
            <Filters
              search={reports}
              onChange={change}
              connection={connection}
              onConnection={(wanted) => go(fixPlace(fixListPath(wanted), search, { view: undefined }))}
              hasProject={!isInProject}
              problem={list.problem}
            />
            <ViewMenu
              what={data?.checks.length ? { of: { kind: "fix_list", query }, name: t`Fix list – ${named}` } : null}
              onReload={list.read}
            >
              <RangeChoice />
              <CopyFixes checks={checks ?? []} />
            </ViewMenu>
          </Toolbar>
        }
        list={list}
        announcement={
          shown !== undefined && list.isCurrent && <Plural value={shown} one="# check shown" other="# checks shown" />
        }
        notices={<RowNotices list={list} />}
        footer={
          <>
            <FixSelectionBar selection={selection} connection={connection} />
            {data && shown !== undefined && shown > 0 && <Footer count={shown} connection={connection} />}
          </>
        }
      >
        {data && groups && (
          <div className={styles.body}>
            <WithoutChecks list={data} connection={connection} />
            {groups.length > 0 ? (
              <FixGroups
                groups={groups}
                list={data}
                connection={connection}
                filters={reports}
                selection={selection}
                moves={moves}
              />
            ) : (
              <NoFixes list={data} search={written} connection={connection} onChange={change} />
            )}
          </div>
        )}
      </ListScreen>
    </ProblemActionsProvider>
  );
}

type FooterProps = { count: number; connection: string | null };

/** How many checks are shown, and how old the saved copy is at most. */
function Footer({ count, connection }: FooterProps) {
  const syncedAt = useSyncedAt(connection);
  return (
    <footer className={pager.pager}>
      <span className={pager.range}>
        <Plural value={count} one="# check" other="# checks" />
      </span>
      {syncedAt !== null && <SavedCopyAge at={syncedAt} />}
    </footer>
  );
}

/** The choice of the time that the list looks back on, which is also that of the overview. */
function RangeChoice() {
  const { t } = useLingui();
  const { ofDays, ofMoments, value, choose } = useRangeChoice();
  const options = [...ofDays, ...ofMoments];
  return (
    <Submenu icon={Flag} label={t`Time range`} detail={options.find((option) => option.value === value)?.label}>
      <MenuChoice aria-label={t`Time range`} options={options} value={value} onChange={choose} />
    </Submenu>
  );
}

function CopyFixes({ checks }: { checks: FailingCheck[] }) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
  const copyMarkdown = useMarkdownCopy();
  return (
    <MenuItem
      icon={Heading1}
      label={t`Copy as Markdown`}
      isDisabled={checks.length === 0}
      onAction={() => copyMarkdown(fixListMarkdown(i18n, guide, checks))}
    />
  );
}

type CheckFiltersProps = {
  search: FixSearch;
  checks: readonly FailingCheck[] | undefined;
  onChange: (wanted: FixSearch, replace?: boolean) => void;
};

function CheckFilters({ search: { importance, text }, checks, onChange }: CheckFiltersProps) {
  const { t } = useLingui();
  const words = useLibraryLabels();
  const guide = useGuide();
  const counts = checks && countFixes(checks, text, guide);
  const segment = (value: Importance) => {
    const label = words.importance[value];
    return { value, label, shown: <ImportanceMark importance={value}>{label}</ImportanceMark>, count: counts?.[value] };
  };
  return (
    <>
      <ListSearch aria-label={t`Search checks`} value={text} onChange={(wanted) => onChange({ text: wanted }, true)} />
      <SegmentedFilter
        aria-label={t`Importance`}
        options={[
          { value: "all", label: t`All`, count: counts?.all },
          segment("high"),
          segment("medium"),
          segment("low"),
        ]}
        value={importance ?? "all"}
        onChange={(value) => onChange({ importance: value === "all" ? undefined : value })}
      />
    </>
  );
}

type BasisProps = { list: FixList; connection: string | null };

/** The reports that the list is based on, and the part of all reports that they are. */
function Basis({ list: { reports, without_checks }, connection, hasCount }: BasisProps & { hasCount: boolean }) {
  return (
    <>
      {hasCount && reports > without_checks && (
        <span>
          <Plural value={reports} one="Based on # report" other="Based on # reports" />
        </span>
      )}
      <KnownPart connection={connection} />
    </>
  );
}

/** How many reports have no checks yet, and how to load them. */
function WithoutChecks({ list: { reports, without_checks }, connection }: BasisProps) {
  if (without_checks === 0 || reports === without_checks) return null;
  return (
    <div className={styles.basis}>
      <p>
        <Plural
          value={without_checks}
          one="# has no checks yet. Sync to load them."
          other="# have no checks yet. Sync to load them."
        />
      </p>
      <SyncButtons only={connection ?? undefined} />
    </div>
  );
}

function NoFixes({
  list: { reports, without_checks, checks },
  search,
  connection,
  onChange,
}: {
  list: FixList;
  search: FixSearch;
  connection: string | null;
  onChange: (change: FixSearch) => void;
}) {
  const hasFilter = isFiltered(search) || search.importance !== undefined || search.text !== undefined;
  if ((reports === 0 && isFiltered(search)) || (checks.length > 0 && hasFilter)) {
    return (
      <EmptyState
        drawing="search"
        title={reports === 0 ? <Trans>No matching reports</Trans> : <Trans>No matching checks</Trans>}
        action={
          <Button onPress={() => onChange(NO_FIX_FILTERS)}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      />
    );
  }
  if (reports === without_checks) {
    return (
      <EmptyState
        drawing="reports"
        title={<Trans>No checks yet</Trans>}
        action={<SyncButtons only={connection ?? undefined} />}
      >
        <Trans>The fix list is built from synced checks. Sync to fill it.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState drawing="reports" title={<Trans>Nothing to fix</Trans>}>
      <Trans>All checks pass.</Trans>
    </EmptyState>
  );
}
