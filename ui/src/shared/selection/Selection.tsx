import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { VisuallyHidden } from "react-aria-components";
import { BAR_FOLDS, Button, FoldLevel, Keys, Tooltip, useFit } from "../../components";
import { classes } from "../../components/class-names";
import inverse from "../../components/overlays/inverse.module.css";
import type { Planning } from "../planning/use-planning";
import { PlanningBar } from "./PlanningBar";
import styles from "./Selection.module.css";
import type { SelectionScope } from "./selection-scope";

export type SelectionProps = {
  count: number;
  scope: SelectionScope;
  planning: Planning;
  onClear: () => void;
  children: ReactNode;
};

/** Over the end of a list while rows are selected; put its footer, if any, directly after this. */
export function Selection({
  count,
  scope: { isAll, canBeAll, total, isFiltered = false, selectAll },
  planning,
  onClear,
  children,
}: SelectionProps) {
  const { t, i18n } = useLingui();
  const [level, line] = useFit(BAR_FOLDS.length + 1, `${count} ${isAll}`);
  const all = total === null ? null : i18n.number(total);
  if (planning.isPlanning) return <PlanningBar stop={planning.stop} />;
  return (
    <section className={classes(inverse.ground, styles.bar)} aria-label={t`Selection`} data-selection>
      <div ref={line} className={classes(styles.line, level > BAR_FOLDS.length && styles.wrapping)}>
        <div className={styles.what}>
          <p className={styles.text} role="status">
            {!isAll ? (
              <Plural value={count} one="# selected" other="# selected" />
            ) : (
              <AllSelected all={all} isFiltered={isFiltered} />
            )}
          </p>
          {canBeAll && (
            <Button variant="quiet" onPress={selectAll}>
              <SelectAll all={all} isFiltered={isFiltered} />
            </Button>
          )}
        </div>
        <FoldLevel value={level}>{children}</FoldLevel>
        <Tooltip text={t`Clear selection`}>
          <Button variant="quiet" onPress={onClear}>
            <VisuallyHidden>{t`Clear selection`}</VisuallyHidden> <Keys keys="escape" />
          </Button>
        </Tooltip>
      </div>
    </section>
  );
}

type AllProps = { all: string | null; isFiltered: boolean };

function AllSelected({ all, isFiltered }: AllProps) {
  if (isFiltered)
    return all === null ? <Trans>All matching selected</Trans> : <Trans>All {all} matching selected</Trans>;
  return all === null ? <Trans>All selected</Trans> : <Trans>All {all} selected</Trans>;
}

function SelectAll({ all, isFiltered }: AllProps) {
  if (isFiltered) return all === null ? <Trans>Select all matching</Trans> : <Trans>Select all {all} matching</Trans>;
  return all === null ? <Trans>Select all</Trans> : <Trans>Select all {all}</Trans>;
}
