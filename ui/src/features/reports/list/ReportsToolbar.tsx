import { useLingui } from "@lingui/react/macro";
import { lazyAfterFirstPaint, SegmentedFilter, Toolbar, useIsFolded } from "../../../components";
import { ListSearch } from "../../../shared/lists/ListSearch";
import { useProjectScope } from "../../../shared/screen/project-scope";
import styles from "./ReportsToolbar.module.css";
import type { ReportListProps } from "./use-report-list";
import { useVerdictCounts } from "./use-verdict-counts";

// The list doesn't wait for large fields and menus.
const ProjectFilter = lazyAfterFirstPaint(() => import("./ProjectFilter"), "ProjectFilter");
const ReportFilters = lazyAfterFirstPaint(() => import("../library/filters/ReportFilters"), "ReportFilters");
const ReportViewMenu = lazyAfterFirstPaint(() => import("../library/filters/ReportViewMenu"), "ReportViewMenu");
const Chips = lazyAfterFirstPaint(() => import("../library/filters/Chips"), "Chips");

/** Search, filters, and view of the report list. */
export function ReportsToolbar(props: ReportListProps) {
  return (
    <Toolbar below={<ActiveFilters {...props} />}>
      <Controls {...props} />
    </Toolbar>
  );
}

/** Where the project is chosen: nowhere in a project's own list. */
function useProjectPlace(connection: ReportListProps["connection"]): "line" | "filters" | null {
  const isFolded = useIsFolded("fields");
  if (useProjectScope() !== null) return null;
  return isFolded || connection === null ? "filters" : "line";
}

function ActiveFilters({ connection, reports: { search, change } }: ReportListProps) {
  const isProjectShown = useProjectPlace(connection) !== "filters";
  return <Chips search={search} isProjectShown={isProjectShown} onChange={change} />;
}

function Controls({ connection, reports }: ReportListProps) {
  const { search, change } = reports;
  const { t } = useLingui();
  const isFolded = useIsFolded("labels");
  const projectPlace = useProjectPlace(connection);
  return (
    <>
      <ListSearch
        aria-label={search.search_in === "checks" ? t`Search check results` : t`Search URLs`}
        value={search.search}
        onChange={(wanted) => change({ search: wanted }, true)}
      />
      <Verdicts connection={connection} reports={reports} />
      {connection && projectPlace === "line" && (
        <div className={styles.project}>
          <ProjectFilter
            connection={connection.id}
            project={search.project}
            onChange={(project) => change({ project })}
            fallback={<div className={styles.room} />}
          />
        </div>
      )}
      <ReportFilters
        connection={connection}
        search={search}
        hasProject={projectPlace === "filters"}
        onChange={change}
        problem={reports.list.problem}
        fallback={<div className={isFolded ? styles.menu : styles.controls} />}
      />
      <ReportViewMenu connection={connection} reports={reports} fallback={<div className={styles.menu} />} />
    </>
  );
}

function Verdicts({ connection, reports: { search, remaining, change } }: ReportListProps) {
  const counts = useVerdictCounts(connection?.id ?? null, search, remaining);
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
      onChange={(result) => change({ result: result === "all" ? undefined : result })}
    />
  );
}
