import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { Popover, Menu as RawMenu } from "react-aria-components";
import { classes } from "../class-names";
import popover from "../overlays/Popover.module.css";
import styles from "./Table.module.css";

type RowMenuProps<T> = {
  rows: readonly T[];
  idOf: (row: T) => string;
  rowLabel: (row: T) => string;
  rowMenu: ((row: T) => ReactNode) | undefined;
  onKeyDownCapture: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/** One menu for all rows, opened at the pointer or, by keyboard, at the row. */
export function RowMenu<T>({ rows, idOf, rowLabel, rowMenu, onKeyDownCapture, children }: RowMenuProps<T>) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<{ id: string; at: DOMRect }>();
  const trigger = useRef<HTMLElement>(null);

  function open(event: MouseEvent | KeyboardEvent, at: (row: HTMLElement) => DOMRect) {
    const element = (event.target as Element).closest<HTMLElement>("[role=row][data-key]");
    const row = element && rows.find((candidate) => idOf(candidate) === element.dataset.key);
    if (!rowMenu || !element || !row) return;
    event.preventDefault();
    trigger.current = element;
    setOpened({ id: idOf(row), at: at(element) });
  }

  function onContextMenu(event: MouseEvent) {
    open(event, (row) => {
      // The focus returns to it.
      row.focus({ preventScroll: true });
      return new DOMRect(event.clientX, event.clientY);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ContextMenu" && !(event.shiftKey && event.key === "F10")) return;
    open(event, (row) => (row.querySelector("[role=rowheader]") ?? row).getBoundingClientRect());
  }

  // Its current state, if it still exists.
  const row = opened && rows.find((candidate) => idOf(candidate) === opened.id);
  const text = row ? rowLabel(row) : "";
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows within take the focus */}
      <div
        className={styles.frame}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
        onKeyDownCapture={onKeyDownCapture}
      >
        {children}
      </div>
      <Popover
        aria-label={t`Actions for ${text}`}
        className={classes(popover.popover, popover.atPointer)}
        isOpen={row !== undefined}
        onOpenChange={() => setOpened(undefined)}
        triggerRef={trigger}
        getTargetRect={() => opened?.at}
        placement="bottom start"
        offset={2}
        // No menu on the menu.
        onContextMenu={(event) => event.preventDefault()}
      >
        <RawMenu
          aria-label={t`Actions for ${text}`}
          className={popover.list}
          autoFocus="first"
          onClose={() => setOpened(undefined)}
        >
          {row && rowMenu?.(row)}
        </RawMenu>
      </Popover>
    </>
  );
}
