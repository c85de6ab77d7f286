import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import styles from "./cells.module.css";

type CellProps = {
  /** The text in full. */
  title: string;
  dir?: "ltr" | "auto";
};

type LinkCellProps = CellProps & { onPress: () => void; children?: ReactNode };

/** The name of a row, which opens it; a plain element, since a list has many. */
export function LinkCell({ title, dir, onPress, children = title }: LinkCellProps) {
  return (
    <span
      role="link"
      tabIndex={0}
      className={styles.link}
      dir={dir}
      title={title}
      onClick={onPress}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        onPress();
      }}
    >
      {children}
    </span>
  );
}

/** A secondary text. */
export function MutedCell({ title, dir }: CellProps) {
  return (
    <span className={styles.muted} dir={dir} title={title}>
      {title}
    </span>
  );
}

/** A number that stands out unless it is 0. */
export function FigureCell({ value }: { value: number }) {
  const { i18n } = useLingui();
  return <span className={value === 0 ? styles.muted : styles.figure}>{i18n.number(value)}</span>;
}
