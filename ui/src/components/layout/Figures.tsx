import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import styles from "./Figures.module.css";

type FiguresProps<Id extends string> = {
  figures: readonly { id: Id; name: string; value: ReactNode }[];
  /** One of them can be chosen, such as to filter by it. */
  choice?: { label: string; chosen: Id; onChoose: (id: Id) => void };
  /** After the figures. */
  children?: ReactNode;
};

/** A strip of figures with their names, from edge to edge of the sheet. */
export function Figures<Id extends string>({ figures, choice, children }: FiguresProps<Id>) {
  const { i18n } = useLingui();
  const shown = figures.map(({ id, name, value }) => ({
    id,
    name,
    value: typeof value === "number" ? i18n.number(value) : value,
    look: { className: styles.figure as string, "data-none": value === 0 || undefined },
  }));
  return (
    <div className={styles.strip}>
      {choice ? (
        <ToggleButtonGroup
          aria-label={choice.label}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[choice.chosen]}
          onSelectionChange={(chosen) => {
            for (const { id } of figures) if (chosen.has(id)) choice.onChoose(id);
          }}
          className={styles.figures as string}
        >
          {shown.map(({ id, name, value, look }) => (
            <ToggleButton key={id} id={id} {...look}>
              <span>{name}</span> <span className={styles.value}>{value}</span>
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      ) : (
        <dl className={styles.figures}>
          {shown.map(({ id, name, value, look }) => (
            <div key={id} {...look}>
              <dt>{name}</dt>
              <dd className={styles.value}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </div>
  );
}
