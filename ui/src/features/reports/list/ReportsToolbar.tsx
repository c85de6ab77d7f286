import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { lazyAfterFirstPaint, SegmentedFilter } from "../../../components";
import { classes } from "../../../components/class-names";
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

/** Below this width, in pixels, the list has no field for the project. */
const NARROW = 680;

/** Search, filters, and view of the report list. */
export function ReportsToolbar({ connection, reports }: ReportListProps) {
  const { search, width, change } = reports;
  const { t } = useLingui();
  const isNarrow = width > 0 && width < NARROW;
  const isInProject = useProjectScope() !== null;
  const hasProject = connection !== null && !isNarrow && !isInProject;
  return (
    <>
      <ListSearch
        aria-label={search.search_in === "checks" ? t`Search check results` : t`Search URLs`}
        value={search.search}
        onChange={(wanted) => change({ search: wanted }, true)}
      />
      <Verdicts connection={connection} reports={reports} />
      {hasProject && (
        <div className={classes(styles.project, search.project !== undefined && styles.chosen)}>
          <Suspense fallback={<div className={styles.room} />}>
            <ProjectFilter
              connection={connection.id}
              project={search.project}
              onChange={(project) => change({ project })}
            />
          </Suspense>
        </div>
      )}
      <Suspense fallback={<div className={styles.controls} />}>
        <ReportFilters
          connection={connection}
          search={search}
          hasProject={!hasProject && !isInProject}
          onChange={change}
          problem={reports.list.problem}
        />
      </Suspense>
      <Suspense fallback={<div className={styles.menu} />}>
        <ReportViewMenu connection={connection} reports={reports} />
      </Suspense>
      <Suspense>
        <Chips search={search} isProjectShown={hasProject || isInProject} onChange={change} />
      </Suspense>
    </>
  );
}

function Verdicts({ connection, reports: { search, list, change } }: ReportListProps) {
  const counts = useVerdictCounts(connection?.id ?? null, search, list);
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
