import { useLingui } from "@lingui/react/macro";
import { classes } from "../../components/class-names";
import entry from "../../components/layout/entry.module.css";
import styles from "./Sidebar.module.css";

type CountProps = {
  of: number | null;
  isNew?: boolean;
  /** A start doesn't know it until something reads it. */
  isPassing?: boolean;
};

/** A sidebar entry’s count, if known. */
export function Count({ of, isNew = false, isPassing = false }: CountProps) {
  const { i18n } = useLingui();
  if (of === null) return null;
  return (
    <span className={classes(entry.count, styles.count, isNew && styles.new)} data-passing={isPassing || undefined}>
      {i18n.number(of)}
    </span>
  );
}
