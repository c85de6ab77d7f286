import type { ReactNode } from "react";
import { LiveText } from "../../components";
import { Screen, type ScreenProps } from "../screen/Screen";
import { ListAnnouncer } from "./ListAnnouncer";
import { ListPager, type ListPaging } from "./ListPager";
import { ListPlaceholder } from "./ListPlaceholder";
import styles from "./ListScreen.module.css";
import type { List } from "./use-list";
import { useListCommands } from "./use-list-commands";
import type { ListView } from "./use-list-view";

/** As much of a list as its screen needs. */
export type ShownList<Row> = Pick<List<Row>, "page" | "isCurrent" | "problem" | "read"> & Partial<List<Row>>;

export type ListBodyProps = {
  list: ShownList<unknown>;
  /** Says to screen readers what is listed; otherwise they hear how many rows. */
  announcement?: ReactNode;
  /** Notices about the rows. */
  notices?: ReactNode;
  /** How the rows are arranged, if in columns. */
  view?: Pick<ListView<unknown>, "area"> | undefined;
  /** Something as high as it likes is above the rows, and scrolls with them. */
  isBelowContent?: boolean;
  /** Reloads otherwise than by reading the list. */
  onReload?: () => void;
  /** How the list is divided into pages; otherwise it has no pager. */
  paging?: ListPaging;
  /** Shown instead of the pager. */
  footer?: ReactNode;
  /** The rows, once they are read. */
  children: ReactNode;
};

/** A list's notices, rows, and footer, with a placeholder until there are rows. */
export function ListBody({ list, announcement, notices, view, paging, footer, children, ...props }: ListBodyProps) {
  const { page, problem, isStale, read } = list;
  const turnTo = (number: number) => paging?.onChange({ page: number > 1 ? number : undefined });
  useListCommands({ page: paging && page, read: props.onReload ?? read }, turnTo);
  return (
    <>
      {announcement === undefined ? <ListAnnouncer list={list} /> : <LiveText>{announcement}</LiveText>}
      {notices}
      <div
        ref={view?.area}
        className={styles.rows}
        aria-busy={isStale || undefined}
        data-below={props.isBelowContent || undefined}
        data-waiting={!page || undefined}
      >
        {page ? children : <ListPlaceholder problem={problem} onRetry={read} />}
      </div>
      {footer || (paging && <ListPager list={list} paging={paging} onPage={turnTo} />)}
    </>
  );
}

export type ListScreenProps = Omit<ScreenProps, "hasFailed"> & Omit<ListBodyProps, "isBelowContent">;

/** A screen with a list; see {@link ListBody}. */
export function ListScreen({ title, count, part, actions, toolbar, ...body }: ListScreenProps) {
  const hasFailed = !body.list.page && body.list.problem !== null;
  return (
    <Screen title={title} count={count} part={part} actions={actions} toolbar={toolbar} hasFailed={hasFailed}>
      <ListBody {...body} />
    </Screen>
  );
}
