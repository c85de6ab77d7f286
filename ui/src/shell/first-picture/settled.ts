import type { QueryClient } from "@tanstack/react-query";
import { isLoadingParts } from "../../components";
import skeleton from "../../components/layout/Skeleton.module.css";

/** True once everything on the screen that needs no service is drawn. */
export function isDrawnWhole(queries: QueryClient): boolean {
  if (isLoadingParts() || queries.isFetching({ predicate: ({ queryKey: [of] }) => of !== "c" }) > 0) return false;
  const root = document.getElementById("root");
  // Virtualized rows follow their table.
  const tables = [...(root?.querySelectorAll("[role=grid]") ?? [])];
  return (
    root?.firstElementChild != null &&
    root.querySelector(`.${skeleton.skeleton}`) === null &&
    tables.every((table) => table.querySelectorAll("[role=row]").length > 1)
  );
}

/** True once everything on the screen is drawn, and nothing is on its way. */
export function isSettled(queries: QueryClient): boolean {
  return queries.isFetching() === 0 && isDrawnWhole(queries) && document.querySelector("[aria-busy=true]") === null;
}
