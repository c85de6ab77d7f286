import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useRef } from "react";
import { FilterChips, lazyAfterFirstPaint, SearchField, SegmentedFilter, SortMenu, useKeysText } from "../../../components";
import { classes } from "../../../components/class-names";
import type { ServiceCapabilities } from "../../../host/contract";
import { useCommand, useKeysOf } from "../../../shared/commands";
import { useSortLabels } from "../../../shared/lists/sort-labels";
import { useTypedText } from "../../../shared/lists/use-debounced";
import { focusAll } from "../../../shared/screen/focus";
import { useMedia } from "../../../shared/screen/use-media";
import { NOTHING_CHOSEN, type ReportSearch, SORTS, DEFAULT_SORT } from "../search";
import { useChips } from "../use-chips";
import styles from "./ReportsToolbar.module.css";

// The list doesn't wait for large fields and menus.
const ProjectFilter = lazyAfterFirstPaint(() => import("./ProjectFilter").then((module) => ({ default: module.ProjectFilter })));

export type ReportsToolbarProps = {
  connection: string;
  search: ReportSearch;
  generation: ServiceCapabilities;
  /** The rows in view are provably in another order than was asked for. */
  isSortIgnored: boolean;
  /** A report is open beside the list. */
  hasPanel: boolean;
  /** Changes parts of the search; `replace` where each step is not worth going back to. */
  onChange: (change: ReportSearch, replace?: boolean) => void;
  /** More controls at the end. */
  children: ReactNode;
};

/** Search, filters, and sort order of the report list. */
export function ReportsToolbar(props: ReportsToolbarProps) {
  const { connection, search, generation, isSortIgnored, hasPanel, onChange, children } = props;
  const { t } = useLingui();
  const labels = useSortLabels();
  const term = useTypedText(search.search, (wanted) => onChange({ search: wanted }, true));
  const chips = useChips(search, onChange);
  const input = useRef<HTMLInputElement>(null);
  const [keysOf, keysText] = [useKeysOf(), useKeysText()];
  const isSmall = useMedia("(max-width: 1300px)");
  useCommand("find", () => focusAll(input.current));
  return (
    <>
      <div className={styles.search}>
        <SearchField
          aria-label={t`Search addresses`}
          {...(!(isSmall && hasPanel) && { shortcut: keysText(keysOf("find") ?? "") })}
          inputRef={input}
          value={term.text}
          onChange={term.type}
          onSubmit={term.commit}
          onClear={() => term.commit("")}
          maxLength={500}
        />
      </div>
      <SegmentedFilter
        aria-label={t`Verdict`}
        options={[
          { value: "all", label: t`All` },
          { value: "good", label: t`Good`, dot: "good" },
          { value: "decent", label: t`Decent`, dot: "decent" },
          { value: "bad", label: t`Bad`, dot: "bad" },
        ]}
        value={search.result ?? "all"}
        onChange={(result) => onChange({ result: result === "all" ? undefined : result })}
      />
      <div className={classes(styles.project, search.project !== undefined && styles.chosen)}>
        <Suspense fallback={<div className={styles.room} />}>
          <ProjectFilter
            connection={connection}
            project={search.project}
            onChange={(project) => onChange({ project })}
          />
        </Suspense>
      </div>
      <SortMenu
        options={SORTS.map((value) => ({
          value,
          label: labels[value],
          // It can still be chosen: services change, and trying is how Assay learns of it.
          ...(generation.sorts[value] === false && { detail: t`This service ignores it` }),
        }))}
        isIgnored={isSortIgnored}
        by={search.sort_by ?? DEFAULT_SORT.sort_by}
        direction={search.sort ?? DEFAULT_SORT.sort}
        onChange={(sort_by, sort) => onChange({ sort_by, sort })}
      />
      {children}
      <FilterChips chips={chips} onClear={() => onChange(NOTHING_CHOSEN)} />
    </>
  );
}
