import { useCommand } from "../commands";
import type { List } from "./use-list";

/** Binds reload and paging commands of the visible list. */
export function useListCommands<Row>(
  { page, read }: Pick<List<Row>, "page" | "read">,
  turnTo: (page: number) => void,
): void {
  useCommand("reload", read);
  useCommand("next_page", page?.has_next ? () => turnTo(page.number + 1) : null);
  useCommand("previous_page", page && page.number > 1 ? () => turnTo(page.number - 1) : null);
}
