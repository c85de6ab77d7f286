import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { FilterChips, SearchField, SegmentedFilter, Select, SortMenu, useKeysText } from "../../components";
import { useCommand, useKeysOf } from "../../shared/commands";
import { useTypedText } from "../../shared/lists/use-debounced";
import { focusAll } from "../../shared/screen/focus";
import { Filters } from "../reports/library/filters/Filters";
import { useChips } from "../reports/library/filters/use-chips";
import styles from "./LibraryToolbar.module.css";
import { type LibrarySearch, NOTHING_CHOSEN, SORTS, DEFAULT_SORT } from "./search";
import { useWords } from "./use-words";

export type LibraryToolbarProps = {
  search: LibrarySearch;
  onChange: (change: LibrarySearch, replace?: boolean) => void;
  /** More controls, at the end. */
  children?: ReactNode;
};

/** What narrows and orders the library's list. */
export function LibraryToolbar({ search, onChange, children }: LibraryToolbarProps) {
  const { t } = useLingui();
  const words = useWords();
  const term = useTypedText(search.search, (wanted) => onChange({ search: wanted }, true));
  const chips = useChips(search, onChange);
  const input = useRef<HTMLInputElement>(null);
  const [keysOf, keysText] = [useKeysOf(), useKeysText()];
  useCommand("find", () => focusAll(input.current));
  const isInChecks = search.search_in === "checks";
  return (
    <>
      <div className={styles.search}>
        <SearchField
          aria-label={isInChecks ? t`Search inside checks` : t`Search addresses`}
          shortcut={keysText(keysOf("find") ?? "")}
          inputRef={input}
          value={term.text}
          onChange={term.type}
          onSubmit={term.commit}
          onClear={() => term.commit("")}
          maxLength={500}
        />
        <Select
          aria-label={t`Search in`}
          options={[
            { value: "address", label: t`In addresses` },
            { value: "checks", label: t`Inside checks` },
          ]}
          value={search.search_in ?? "address"}
          onChange={(value) => onChange({ search_in: value === "checks" ? value : undefined })}
        />
      </div>
      <SegmentedFilter
        aria-label={t`Verdict`}
        options={[
          { value: "all", label: t`All` },
          { value: "good", label: words.verdict.good, dot: "good" },
          { value: "decent", label: words.verdict.decent, dot: "decent" },
          { value: "bad", label: words.verdict.bad, dot: "bad" },
        ]}
        value={search.verdict ?? "all"}
        onChange={(verdict) => onChange({ verdict: verdict === "all" ? undefined : verdict })}
      />
      <Filters search={search} onChange={onChange} />
      <SortMenu
        options={SORTS.map((value) => ({ value, label: words.sort[value] }))}
        by={search.sort_by ?? DEFAULT_SORT.sort_by}
        direction={search.sort ?? DEFAULT_SORT.sort}
        onChange={(sort_by, sort) => onChange({ sort_by, sort })}
      />
      {children}
      <FilterChips chips={chips} onClear={() => onChange(NOTHING_CHOSEN)} />
    </>
  );
}
