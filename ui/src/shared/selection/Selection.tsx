import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components";
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

/** Replaces a list's footer while rows are selected. */
export function Selection({
  count,
  scope: { isAll, canBeAll, total, selectAll },
  planning,
  onClear,
  children,
}: SelectionProps) {
  const { t, i18n } = useLingui();
  const all = total === null ? null : i18n.number(total);
  if (planning.isPlanning) return <PlanningBar stop={planning.stop} />;
  return (
    <section className={classes(inverse.ground, styles.bar)} aria-label={t`Selection`}>
      <Button variant="quiet" icon={X} aria-label={t`Clear selection`} onPress={onClear} />
      <div className={styles.what}>
        <p className={styles.text} role="status">
          {!isAll ? (
            <Plural value={count} one="# selected" other="# selected" />
          ) : all === null ? (
            <Trans>All matching selected</Trans>
          ) : (
            <Trans>All {all} matching selected</Trans>
          )}
        </p>
        {canBeAll && (
          <Button variant="quiet" onPress={selectAll}>
            {all === null ? <Trans>Select all matching</Trans> : <Trans>Select all {all} matching</Trans>}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
