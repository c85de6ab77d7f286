import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { lazyNamed } from "../../components";
import type { BatchRequest, PlanBatch, Project } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { projectPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { type Planning, usePlanning } from "../../shared/planning/use-planning";
import { useProjectDeletion } from "./use-project-deletion";

const DeleteProjectDialog = lazyNamed(() => import("./DeleteProjectDialog"), "DeleteProjectDialog");

export type ProjectActions = {
  planning: Planning;
  /** Plans a batch for all of a project's reports, or from another source. */
  plan: (project: string, wish: BatchRequest, source?: PlanBatch["source"]) => void;
  /** Asks how to delete a project. */
  leave: (project: string) => void;
  /** The question, if it is open. */
  dialog: ReactNode;
};

type ProjectActionsOptions = {
  rows?: readonly Pick<Project, "project" | "reports">[] | undefined;
  /** A project will be deleted with one request. */
  onDeleted?: () => void;
};

/** The actions on the listed projects. */
export function useProjectActions({ rows = [], onDeleted }: ProjectActionsOptions): ProjectActions {
  const { id: connection, generation } = useConnection();
  const go = useGoTo();
  const [leaving, leave] = useState<string | null>(null);
  const remove = useProjectDeletion(connection);
  const planning = usePlanning();
  const latest = useRef(planning.plan);
  useEffect(() => {
    latest.current = planning.plan;
  });
  const plan = useCallback(
    (
      project: string,
      wish: BatchRequest,
      source: PlanBatch["source"] = { kind: "list", query: { project, per_page: 100 } },
    ) => {
      void latest.current({ connection, source, wish, password: null, keep_passwords: false });
    },
    [connection],
  );
  const reports = rows.find(({ project }) => project === leaving)?.reports ?? null;
  const dialog = leaving !== null && (
    <DeleteProjectDialog
      connection={connection}
      paging={generation.paging}
      project={{ project: leaving, reports }}
      onClose={() => leave(null)}
      onOpenReports={() => {
        leave(null);
        go(projectPath(connection, leaving, "reports"));
      }}
      onDelete={(way) => {
        if (way === "each") return plan(leaving, { kind: "delete" });
        remove(leaving);
        onDeleted?.();
      }}
    />
  );
  return { planning, plan, leave, dialog };
}
