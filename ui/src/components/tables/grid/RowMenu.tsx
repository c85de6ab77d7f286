import { useLingui } from "@lingui/react/macro";
import { Ellipsis } from "lucide-react";
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Popover, Menu as RawMenu } from "react-aria-components";
import { classes } from "../../class-names";
import { CloseMenu } from "../../overlays/Menu";
import popover from "../../overlays/Popover.module.css";
import styles from "./Grid.module.css";

export type RowMenuProps<T> = {
  rows: readonly T[];
  idOf: (row: T) => string;
  rowLabel: (row: T) => string;
  rowMenu: ((row: T) => ReactNode) | undefined;
  children: ReactNode;
};

/** The row whose menu is open, and what opens the menu of the row that an element is in; null without menus. */
const RowMenus = createContext<{ openedId: string | undefined; openAt: (element: Element) => void } | null>(null);

/** Opens the row's menu, in the gutter after its text; nothing in tables without menus. */
export function RowMenuButton({ id, text }: { id: string; text: string }) {
  const { t } = useLingui();
  const menus = useContext(RowMenus);
  if (!menus) return null;
  return (
    <button
      type="button"
      className={styles.menu}
      aria-label={t`Actions for ${text}`}
      aria-haspopup="menu"
      aria-expanded={menus.openedId === id}
      onClick={({ currentTarget }) => menus.openAt(currentTarget)}
    >
      <Ellipsis size={16} strokeWidth={1.9} aria-hidden />
    </button>
  );
}

/** The lower corner of an element. */
function below(element: Element, side: "start" | "end"): DOMRect {
  const { left, right, bottom } = element.getBoundingClientRect();
  const isLeft = (side === "start") === (getComputedStyle(element).direction !== "rtl");
  return new DOMRect(isLeft ? left : right, bottom);
}

/** One menu for all rows, opened below the pointer's row, at the row's button or, by keyboard, at the row. */
export function RowMenu<T>({ rows, idOf, rowLabel, rowMenu, children }: RowMenuProps<T>) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<{ id: string; at: DOMRect; isAtButton?: boolean }>();
  const trigger = useRef<HTMLElement>(null);

  function rowAt(target: Element) {
    const element = target.closest<HTMLElement>("[role=row][data-key]");
    const row = element && rows.find((candidate) => idOf(candidate) === element.dataset.key);
    return rowMenu && row ? { element, id: idOf(row) } : null;
  }

  function open(event: MouseEvent | KeyboardEvent, at: (row: HTMLElement) => DOMRect) {
    const found = rowAt(event.target as Element);
    if (!found) return;
    event.preventDefault();
    trigger.current = found.element;
    setOpened({ id: found.id, at: at(found.element) });
  }

  function openAt(button: Element) {
    const found = rowAt(button);
    if (!found) return;
    trigger.current = button as HTMLElement;
    setOpened({ id: found.id, at: below(button, "end"), isAtButton: true });
  }

  const latest = useRef(openAt);
  useEffect(() => {
    latest.current = openAt;
  });
  const hasMenus = rowMenu !== undefined;
  const openedId = opened?.id;
  const menus = useMemo(
    () => (hasMenus ? { openedId, openAt: (element: Element) => latest.current(element) } : null),
    [hasMenus, openedId],
  );

  function onContextMenu(event: MouseEvent) {
    open(event, (row) => {
      // The focus returns to it.
      row.focus({ preventScroll: true });
      return new DOMRect(event.clientX, row.getBoundingClientRect().bottom);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ContextMenu" && !(event.shiftKey && event.key === "F10")) return;
    open(event, (row) => below(row.querySelector("[role=rowheader]") ?? row, "start"));
  }

  const close = () => setOpened(undefined);
  // Its current state, if it still exists.
  const row = opened && rows.find((candidate) => idOf(candidate) === opened.id);
  const text = row ? rowLabel(row) : "";
  return (
    <>
      <div className={styles.frame} onContextMenu={onContextMenu} onKeyDown={onKeyDown}>
        <RowMenus value={menus}>{children}</RowMenus>
      </div>
      <Popover
        aria-label={t`Actions for ${text}`}
        className={classes(popover.popover, !opened?.isAtButton && popover.atPointer)}
        isOpen={row !== undefined}
        onOpenChange={close}
        triggerRef={trigger}
        getTargetRect={() => opened?.at}
        // Beside a point, so that it can be as high as the window.
        placement={opened?.isAtButton ? "start top" : "end top"}
        offset={2}
        // No menu on the menu.
        onContextMenu={(event) => event.preventDefault()}
      >
        <RawMenu aria-label={t`Actions for ${text}`} className={popover.list} autoFocus="first" onClose={close}>
          <CloseMenu value={close}>{row && rowMenu?.(row)}</CloseMenu>
        </RawMenu>
      </Popover>
    </>
  );
}
