import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { VisuallyHidden } from "react-aria-components";
import { BAR_FOLDS, Button, FoldedParts, Keys, Tooltip, useFit } from "../../components";
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
export function Selection({ planning, ...props }: SelectionProps) {
  return planning.isPlanning ? <PlanningBar stop={planning.stop} /> : <Bar {...props} />;
}

function Bar({ count, scope, onClear, children }: Omit<SelectionProps, "planning">) {
  const { t, i18n } = useLingui();
  const { isAll, canBeAll, total, isFiltered = false, selectAll } = scope;
  const textOfAll = useTextOfAll(scope);
  // With all selected, the line is shorter.
  const [level, line] = useFit(BAR_FOLDS.length + 1, String(count));
  const folded = BAR_FOLDS.slice(0, level);
  const all = total === null ? null : i18n.number(total);
  useSelectedInView();
  const look = classes(
    styles.line,
    folded.includes("icons") && styles.bare,
    level > BAR_FOLDS.length && styles.wrapping,
  );
  return (
    <section className={classes(inverse.ground, styles.bar)} aria-label={t`Selection`} data-selection>
      <div ref={line} className={look}>
        <div className={styles.what}>
          <p className={styles.text} role="status">
            {!isAll ? (
              <Plural value={count} one="# selected" other="# selected" />
            ) : (
              <AllSelected all={all} isFiltered={isFiltered} />
            )}
          </p>
          {canBeAll && !folded.includes("all") && (
            <Button variant="quiet" onPress={selectAll}>
              {textOfAll}
            </Button>
          )}
        </div>
        <FoldedParts value={folded}>{children}</FoldedParts>
        {folded.includes("keys") ? (
          <Button variant="quiet" icon={X} aria-label={t`Clear selection`} onPress={onClear} />
        ) : (
          <Tooltip text={t`Clear selection`}>
            <Button variant="quiet" onPress={onClear}>
              <VisuallyHidden>{t`Clear selection`}</VisuallyHidden> <Keys keys="escape" />
            </Button>
          </Tooltip>
        )}
      </div>
    </section>
  );
}

/** Once the bar is there, shows the row that was selected by pointer or key, and that it may cover. */
function useSelectedInView() {
  useEffect(() => {
    void document.activeElement?.closest('[role="row"], li')?.scrollIntoView({ block: "nearest" });
  }, []);
}

type AllProps = { all: string | null; isFiltered: boolean };

function AllSelected({ all, isFiltered }: AllProps) {
  if (isFiltered)
    return all === null ? <Trans>All matching selected</Trans> : <Trans>All {all} matching selected</Trans>;
  return all === null ? <Trans>All selected</Trans> : <Trans>All {all} selected</Trans>;
}

/** The label of the action that selects all. */
export function useTextOfAll({ total, isFiltered }: Pick<SelectionScope, "total" | "isFiltered">): string {
  const { t, i18n } = useLingui();
  if (total === null) return isFiltered ? t`Select all matching` : t`Select all`;
  const all = i18n.number(total);
  return isFiltered ? t`Select all ${all} matching` : t`Select all ${all}`;
}
