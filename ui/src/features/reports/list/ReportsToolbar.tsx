import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense } from "react";
import { lazyAfterFirstPaint, SegmentedFilter } from "../../../components";
import { classes } from "../../../components/class-names";
import type { Connection } from "../../../host/contract";
import { ListSearch } from "../../../shared/lists/ListSearch";
import type { List } from "../../../shared/lists/use-list";
import type { ListedReport, ReportSearch } from "../search";
import styles from "./ReportsToolbar.module.css";
import { type ListCounts, useVerdictCounts } from "./use-verdict-counts";

// The list doesn't wait for large fields and menus.
const ProjectFilter = lazyAfterFirstPaint(() => import("./ProjectFilter"), "ProjectFilter");
const ReportFilters = lazyAfterFirstPaint(() => import("../library/filters/ReportFilters"), "ReportFilters");
const Chips = lazyAfterFirstPaint(() => import("../library/filters/Chips"), "Chips");

export type ReportsToolbarProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  list: List<ListedReport>;
  search: ReportSearch;
  /** There is no room for the project. */
  isNarrow: boolean;
  /** Changes the search; `replace` adds no history entry. */
  onChange: (change: ReportSearch, replace?: boolean) => void;
  /** More controls at the end. */
  children: ReactNode;
};

/** Search, filters, and view of the report list. */
export function ReportsToolbar(props: ReportsToolbarProps) {
  const { connection, search, isNarrow, onChange, children } = props;
  const { t } = useLingui();
  const hasProject = connection !== null && !isNarrow;
  return (
    <>
      <ListSearch
        aria-label={search.search_in === "checks" ? t`Search check results` : t`Search URLs`}
        value={search.search}
        onChange={(wanted) => onChange({ search: wanted }, true)}
      />
      {connection ? <CountedVerdicts {...props} connection={connection} /> : <Verdicts {...props} counts={null} />}
      {hasProject && (
        <div className={classes(styles.project, search.project !== undefined && styles.chosen)}>
          <Suspense fallback={<div className={styles.room} />}>
            <ProjectFilter
              connection={connection.id}
              project={search.project}
              onChange={(project) => onChange({ project })}
            />
          </Suspense>
        </div>
      )}
      <Suspense fallback={<div className={styles.controls} />}>
        <ReportFilters connection={connection} search={search} hasProject={!hasProject} onChange={onChange} />
      </Suspense>
      {children}
      <Suspense>
        <Chips search={search} isProjectShown={hasProject} onChange={onChange} />
      </Suspense>
    </>
  );
}

function CountedVerdicts(props: ReportsToolbarProps & { connection: Connection }) {
  return <Verdicts {...props} counts={useVerdictCounts(props.connection, props.search, props.list)} />;
}

type VerdictsProps = Pick<ReportsToolbarProps, "search" | "onChange"> & { counts: ListCounts | null };

function Verdicts({ search, onChange, counts }: VerdictsProps) {
  const { t } = useLingui();
  return (
    <SegmentedFilter
      aria-label={t`Verdict`}
      options={[
        { value: "all", label: t`All`, count: counts?.all },
        { value: "good", label: t`Good`, dot: "good", count: counts?.good },
        { value: "decent", label: t`Decent`, dot: "decent", count: counts?.decent },
        { value: "bad", label: t`Bad`, dot: "bad", count: counts?.bad },
      ]}
      value={search.result ?? "all"}
      onChange={(result) => onChange({ result: result === "all" ? undefined : result })}
    />
  );
}
