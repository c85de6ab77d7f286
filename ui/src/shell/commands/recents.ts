import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import type { AppRouter } from "../router";

/** A report, project, or other entry that was opened or chosen; `id` is the palette's. */
export type Recent =
  | { kind: "report"; id: string; connection: string; report: string }
  | { kind: "project"; id: string; connection: string; project: string }
  | { kind: "choice"; id: string };

const MAX_RECENTS = 100;

export const reportId = (connection: string, report: string) => `report ${connection} ${report}`;
export const projectId = (connection: string, project: string) => `project ${connection} ${project}`;

/** Recent reports, projects, views, and commands, newest first, until the app closes; and how to add one. */
export function useRecents(): [readonly Recent[], (recent: Recent) => void] {
  const router = useRouter();
  const [recents, setRecents] = useState<readonly Recent[]>([]);
  const add = useCallback(
    (recent: Recent) =>
      setRecents((before) => [recent, ...before.filter(({ id }) => id !== recent.id)].slice(0, MAX_RECENTS)),
    [],
  );
  useEffect(() => {
    const addPlace = () => {
      const recent = recentOf(router.state);
      if (recent) add(recent);
    };
    addPlace();
    return router.subscribe("onResolved", addPlace);
  }, [router, add]);
  return [recents, add];
}

/** The report, view, or project of a place. */
export function recentOf({ matches, location }: AppRouter["state"]): Recent | null {
  const params: Record<string, string | undefined> = { ...matches.at(-1)?.params };
  const { connection, report } = params;
  const { view, project = params.project }: { view?: unknown; project?: unknown } = location.search;
  if (connection !== undefined && report !== undefined)
    return { kind: "report", id: reportId(connection, report), connection, report };
  if (view !== undefined) return { kind: "choice", id: `view ${view}` };
  if (connection === undefined || typeof project !== "string") return null;
  return { kind: "project", id: projectId(connection, project), connection, project };
}
