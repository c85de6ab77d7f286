import { useLingui } from "@lingui/react/macro";
import { classes } from "../../components/class-names";
import entry from "../../components/layout/entry.module.css";
import styles from "./Sidebar.module.css";

/** A sidebar entry’s count, if known. */
export function Count({ of, isNew = false }: { of: number | null; isNew?: boolean }) {
  const { i18n } = useLingui();
  if (of === null) return null;
  return <span className={classes(entry.count, styles.count, isNew && styles.new)}>{i18n.number(of)}</span>;
}
