import { useCommand } from "../commands";
import type { List } from "./use-list";

/** Binds the commands of a list in view: read it again, and turn its pages as far as the service says that there are more. */
export function useListCommands<Row>({ page, read }: List<Row>, turnTo: (page: number) => void): void {
  useCommand("read_again", read);
  useCommand("next_page", page?.has_next ? () => turnTo(page.number + 1) : null);
  useCommand("previous_page", page && page.number > 1 ? () => turnTo(page.number - 1) : null);
}
