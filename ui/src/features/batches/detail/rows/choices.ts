import type { BatchRequest, RowAction } from "../../../../host/contract";

/** All actions that a request allows. */
export function choicesOf(wish: BatchRequest): RowAction[] {
  if (wish.kind === "undo") return ["privacy", "skip"];
  if (wish.kind !== "create") return [wish.kind, "skip"];
  return [
    "create",
    "refresh",
    "skip",
    ...(wish.change_known ? ["privacy" as const] : []),
    ...(wish.match_project === null ? [] : ["delete" as const]),
  ];
}
