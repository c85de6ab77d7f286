import { type CSSProperties, type ReactNode, useId, useMemo, useRef, useState } from "react";
import type { ColumnLayout } from "../../../host/contract";
import { classes } from "../../class-names";
import { Skeleton } from "../../layout/Skeleton";
import { AddressRoom } from "../../text/AddressText";
import { textWidth } from "../../text/address";
import { DEFAULT_LAYOUT, shownColumns, useColumnWidths } from "../column-layout";
import type { TableProps } from "../Table";
import styles from "./Grid.module.css";
import { Head } from "./Head";
import { Row } from "./Row";
import { RowMenu } from "./RowMenu";
import { useChoosing } from "./use-choosing";
import { useGridKeys } from "./use-grid-keys";
import { type Item, useItems } from "./use-items";
import { useNearEnd } from "./use-near-end";
import { useOpenInView } from "./use-open-in-view";
import { usePresses } from "./use-presses";
import { useRowsInView } from "./use-rows-in-view";

/** Row heights in pixels: the token `--row` of both densities. */
const ROW_HEIGHTS = { comfortable: 36, compact: 30 };

/** Of rows with a second line. */
const TWO_LINE_HEIGHTS = { comfortable: 54, compact: 46 };

/** Gray rows while more are loaded. */
const LOADING_ROWS = 3;

/** Of the column with the checkboxes, in pixels: the gutter before the text, where that is as wide. */
const BOX_WIDTH = 32;

/** Up to these widths, rows and the open row have marks instead of badges with text, in pixels. */
const [MARKED, OPEN_MARKED] = [660, 960];

/** Of cells at their start and end, in pixels; those at the edges reach to the sheet's. */
const [PADDING, EDGE_PADDING] = [8, 32];

/** The gap before a badge, its icon where it has no text, its padding, and its letters by the size of text. */
const [BADGE_GAP, BADGE_ICON, BADGE_PADDING, BADGE_SCALE] = [8, 14, 14, 11 / 13];

/** The most of its cell that a badge takes. */
const BADGE_SHARE = 0.6;

/**
 * Rows with keyboard, pointer, and screen reader support, by the grid pattern of the ARIA guide. They are plain
 * elements under common listeners: components with states of their own in each cell took most of the time of a list.
 */
export function Grid<T extends object>(props: TableProps<T>) {
  const { rows, idOf, rowLabel, rowMenu, selected, onSelect, onOpen, onMore, isLoadingMore = false } = props;
  const base = useId();
  const [ownLayout, setOwnLayout] = useState<ColumnLayout>(DEFAULT_LAYOUT);
  const { layout = ownLayout, onLayout = setOwnLayout } = props;
  const { hidden } = layout;
  const columns = useMemo(() => shownColumns(props.columns, hidden), [props.columns, hidden]);
  const items = useItems(props);
  const rowHeight = (props.hasTwoLines ? TWO_LINE_HEIGHTS : ROW_HEIGHTS)[props.density ?? "comfortable"];

  const container = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const view = useRowsInView(container, items, rowHeight);
  const choosing = useChoosing(items, selected, onSelect);
  const isSelectable = choosing !== null;
  const { tabIndexAt, keyProps } = useGridKeys({ grid, end, items, view, choosing, onOpen });
  const room = view.width - (isSelectable ? BOX_WIDTH : 0);
  const resizing = useColumnWidths({ columns, layout, onLayout, room, isSelectable });
  useOpenInView(items, view);
  useNearEnd(view.scroller, end, onMore, `${items.length} ${isLoadingMore}`);

  const pageAt = columns.findIndex(({ isRowHeader }) => isRowHeader);
  const pageRoom = (resizing.widths[pageAt] ?? 0) - paddingsAt(pageAt, columns.length, isSelectable);
  const badges = view.width <= MARKED ? "none" : view.width <= OPEN_MARKED ? "not-open" : undefined;
  const widths = isSelectable ? [BOX_WIDTH, ...resizing.widths] : resizing.widths;
  const width = widths.reduce((sum, each) => sum + each, 0);
  const look = { "--columns": widths.map((each) => `${each}px`).join(" "), minWidth: width } as CSSProperties;

  const { toggle, ...pressProps } = usePresses(grid, choosing, onOpen);

  return (
    <RowMenu rows={rows} idOf={idOf} rowLabel={rowLabel} rowMenu={rowMenu}>
      <div
        ref={container}
        className={classes(styles.container, isSelectable && styles.withBoxes, props.isStale && styles.stale)}
        data-wide={width > view.width || undefined}
      >
        <div
          {...keyProps}
          ref={grid}
          role="grid"
          tabIndex={0}
          aria-label={props["aria-label"]}
          aria-rowcount={rowCountOf(props.rowCount, items.length - rows.length) ?? items.length + 1}
          aria-colcount={widths.length}
          {...(isSelectable && { "aria-multiselectable": true })}
          className={classes(styles.table, (isSelectable || onOpen) && styles.active)}
          style={look}
          data-badges={badges}
          data-parts={props.partOf !== undefined || undefined}
          data-selects={(isSelectable && choosing.chosen.size > 0) || undefined}
          {...pressProps}
        >
          <Head
            columns={columns}
            choosing={choosing}
            hasUnselected={props.hasUnselected ?? false}
            sort={props.sort}
            onSort={props.onSort}
            resizing={resizing}
            base={base}
            onToggle={toggle}
          />
          <div role="rowgroup" className={styles.body} style={{ minHeight: view.tops.at(-1) }}>
            {indexesOf(view, tabIndexAt).map((index) => {
              const [item, top = 0, bottom = 0] = [items[index], view.tops[index], view.tops[index + 1]];
              return (
                item && (
                  <AddressRoom key={item.id} value={pageRoom - badgeRoom(item, badges, pageRoom)}>
                    <Row
                      item={item}
                      columns={columns}
                      isSelectable={isSelectable}
                      isSelected={choosing?.chosen.has(item.id) ?? false}
                      isTabStop={index === tabIndexAt}
                      index={index}
                      top={top}
                      height={bottom - top}
                      base={base}
                      onToggle={toggle}
                    />
                  </AddressRoom>
                )
              );
            })}
            {items.length === 0 && (
              <WideRow columns={widths.length} className={styles.emptyRow} cellClassName={styles.empty}>
                {props.empty}
              </WideRow>
            )}
          </div>
          {isLoadingMore && (
            <WideRow columns={widths.length}>
              <Skeleton rows={LOADING_ROWS} rowHeight={rowHeight} />
            </WideRow>
          )}
        </div>
        <div ref={end} tabIndex={tabIndexAt < 0 ? -1 : 0} onFocus={keyProps.onFocus} />
      </div>
    </RowMenu>
  );
}

type WideRowProps = { columns: number; children: ReactNode; className?: string; cellClassName?: string };

/** A row that is no row of the list. */
function WideRow({ columns, children, className, cellClassName }: WideRowProps) {
  return (
    <div role="row" className={className}>
      <div role="gridcell" aria-colspan={columns} className={cellClassName}>
        {children}
      </div>
    </div>
  );
}

/** The room that a cell has before and after its content. */
function paddingsAt(column: number, columns: number, isSelectable: boolean): number {
  const start = column > 0 ? PADDING : isSelectable ? 0 : EDGE_PADDING;
  return start + (column === columns - 1 ? EDGE_PADDING : PADDING);
}

/** The room that the badge of a row, or only its mark, takes from its page. */
function badgeRoom({ badge, isOpen }: Item, badges: "none" | "not-open" | undefined, room: number): number {
  if (badge === undefined) return 0;
  if (badges === "none" || (badges && isOpen)) return BADGE_GAP + BADGE_ICON;
  return BADGE_GAP + Math.min(textWidth(badge) * BADGE_SCALE + BADGE_PADDING, room * BADGE_SHARE);
}

/** The rows in view, and the one that takes Tab, which would lose the focus when it scrolls out of view. */
function indexesOf({ first, end }: { first: number; end: number }, tabStop: number): number[] {
  const inView = Array.from({ length: end - first }, (_, at) => first + at);
  if (end === 0 || tabStop < 0 || (tabStop >= first && tabStop < end)) return inView;
  return tabStop < first ? [tabStop, ...inView] : [...inView, tabStop];
}

/** With the head and the headings of groups; −1 if unknown. */
function rowCountOf(rowCount: number | null | undefined, headings: number) {
  return rowCount == null ? (rowCount === null ? -1 : undefined) : rowCount + headings + 1;
}
