import { Trans, useLingui } from "@lingui/react/macro";
import { Columns3 } from "lucide-react";
import { MenuSection, MenuItem as RawMenuItem } from "react-aria-components";
import type { ColumnLayout } from "../../host/contract";
import { CheckedItem, MenuSeparator, Submenu } from "../overlays/Menu";
import popover from "../overlays/Popover.module.css";
import { DEFAULT_LAYOUT, isDefaultLayout, isHideable, shownColumns } from "./column-layout";
import type { TableColumn } from "./Table";

export type ColumnMenuProps = {
  /** All columns, including hidden ones, and those for which the window is too narrow. */
  columns: readonly (Pick<TableColumn<never>, "id" | "label" | "isRowHeader" | "isAlwaysShown"> & {
    isCrowdedOut?: boolean;
  })[];
  layout: ColumnLayout;
  onLayout: (layout: ColumnLayout) => void;
  /** Offers columns that aren't listed. */
  more?: { label: string; onPress: () => void };
};

/** An entry of a menu that shows and hides columns. */
export function ColumnMenu({ columns, layout, onLayout, more }: ColumnMenuProps) {
  const { t } = useLingui();
  const { hidden } = layout;
  return (
    <Submenu icon={Columns3} label={t`Columns`} staysOpen>
      <MenuSection
        aria-label={t`Columns`}
        selectionMode="multiple"
        selectedKeys={shownColumns(columns, hidden).map(({ id }) => id)}
        onSelectionChange={(chosen) => {
          // Keeps hidden columns of other services.
          const others = hidden.filter((id) => !columns.some((column) => column.id === id));
          const left = columns.filter((column) => isHideable(column) && chosen !== "all" && !chosen.has(column.id));
          onLayout({ ...layout, hidden: [...others, ...left.map(({ id }) => id)] });
        }}
      >
        {columns.map((column) => (
          <CheckedItem
            key={column.id}
            id={column.id}
            label={column.label}
            mutedFor={isHideable(column) ? (column.isCrowdedOut ? t`List too narrow` : undefined) : t`Always shown`}
            isDisabled={!isHideable(column)}
          />
        ))}
      </MenuSection>
      <MenuSeparator />
      {more && (
        <RawMenuItem className={popover.item} shouldCloseOnSelect onAction={more.onPress}>
          <span className={popover.mark} />
          <span className={popover.text}>{more.label}</span>
        </RawMenuItem>
      )}
      <RawMenuItem
        isDisabled={isDefaultLayout(layout)}
        className={popover.item}
        onAction={() => onLayout(DEFAULT_LAYOUT)}
      >
        <span className={popover.mark} />
        <span className={popover.text}>
          <Trans>Reset columns</Trans>
        </span>
      </RawMenuItem>
    </Submenu>
  );
}
