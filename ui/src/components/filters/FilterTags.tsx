import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { RefObject } from "react";
import { Button, Tag, TagGroup, TagList } from "react-aria-components";
import type { FilterChip } from "./FilterChips";
import styles from "./FilterChips.module.css";

export type FilterTagsProps = {
  chips: readonly FilterChip[];
  onRemove: (ids: Iterable<unknown>) => void;
  list: RefObject<HTMLDivElement | null>;
};

/** The chips of {@link FilterChips}. */
export function FilterTags({ chips, onRemove, list }: FilterTagsProps) {
  const { t } = useLingui();
  return (
    <TagGroup aria-label={t`Active filters`} onRemove={onRemove}>
      <TagList
        ref={list}
        items={chips}
        className={styles.list}
        renderEmptyState={() => (
          <span className={styles.none}>
            <Trans>No filters</Trans>
          </span>
        )}
      >
        {({ id, label }) => (
          <Tag id={id} textValue={label} className={styles.chip}>
            <span className={styles.label}>{label}</span>
            <Button slot="remove" className={styles.remove}>
              <X size={13} aria-hidden />
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}
