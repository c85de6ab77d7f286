import { useLingui } from "@lingui/react/macro";
import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { VisuallyHidden } from "react-aria-components";
import { Button } from "../buttons/Button";
import { Card } from "./Card";
import styles from "./ChartCard.module.css";

type ChartTable = {
  columns: readonly string[];
  /** The first cell names the row. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
};

type ChartCardProps = {
  title: string;
  /** One sentence for screen readers. */
  summary: string;
  actions?: ReactNode;
  /** The chart's data as a table, built on demand. */
  table: () => ChartTable;
  /** A line below the chart or table. */
  foot?: (isTable: boolean, showTable: (isTable: boolean) => void) => ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A chart with a heading that can be switched to a table. */
export function ChartCard({ title, summary, actions, table, foot, className, children }: ChartCardProps) {
  const { t } = useLingui();
  const [isTable, showTable] = useState(false);
  return (
    <Card
      title={title}
      className={className}
      actions={
        <>
          {actions}
          <Button
            variant="quiet"
            icon={isTable ? ChartColumn : Table2}
            aria-label={isTable ? t`Show “${title}” as a chart` : t`Show “${title}” as a table`}
            onPress={() => showTable(!isTable)}
          />
        </>
      }
    >
      <VisuallyHidden>
        <p>{summary}</p>
      </VisuallyHidden>
      {isTable ? <TableOf {...table()} title={title} /> : children}
      {foot?.(isTable, showTable)}
    </Card>
  );
}

function TableOf({ title, columns, rows }: ChartTable & { title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    // biome-ignore lint/a11y/useSemanticElements: it is no part of a form
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={title}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [name, ...others] }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {others.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
