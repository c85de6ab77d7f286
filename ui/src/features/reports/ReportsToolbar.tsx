import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { useSortLabels } from "../../app/sort-labels";
import { useTypedText } from "../../app/use-debounced";
import { useMedia } from "../../app/use-media";
import { focusAll, useShortcut, useShortcutText } from "../../app/use-shortcut";
import { SearchField, SegmentedFilter, SortMenu } from "../../components";
import { classes } from "../../components/class-names";
import type { Generation } from "../../host/contract";
import { ProjectFilter } from "./ProjectFilter";
import styles from "./ReportsToolbar.module.css";
import { type ReportSearch, SORTS } from "./search";

export type ReportsToolbarProps = {
  connection: string;
  search: ReportSearch;
  generation: Generation;
  /** The rows in view are provably in another order than was asked for. */
  isSortIgnored: boolean;
  /** A report is open beside the list. */
  hasPanel: boolean;
  /** Changes parts of the search; `replace` where each step is not worth going back to. */
  onChange: (change: ReportSearch, replace?: boolean) => void;
};

/** What narrows and orders the reports list. */
export function ReportsToolbar(props: ReportsToolbarProps) {
  const { connection, search, generation, isSortIgnored, hasPanel, onChange } = props;
  const { t } = useLingui();
  const labels = useSortLabels();
  const term = useTypedText(search.search, (wanted) => onChange({ search: wanted }, true));
  const input = useRef<HTMLInputElement>(null);
  const shortcut = useShortcutText("F");
  const isSmall = useMedia("(max-width: 1300px)");
  useShortcut("f", () => focusAll(input.current));
  return (
    <>
      <div className={styles.search}>
        <SearchField
          aria-label={t`Search addresses`}
          {...(!(isSmall && hasPanel) && { shortcut })}
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
        <ProjectFilter connection={connection} project={search.project} onChange={(project) => onChange({ project })} />
      </div>
      <SortMenu
        options={SORTS.map((value) => ({
          value,
          label: labels[value],
          // It can still be chosen: services change, and trying is how Assay learns of it.
          ...(generation.sorts[value] === false && { detail: t`This service ignores it` }),
        }))}
        isIgnored={isSortIgnored}
        by={search.sort_by ?? "id"}
        direction={search.sort ?? "desc"}
        onChange={(sort_by, sort) => onChange({ sort_by, sort })}
      />
    </>
  );
}
