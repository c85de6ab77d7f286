import { Outlet, useParams } from "@tanstack/react-router";
import { type ReactNode, useMemo, useRef } from "react";
import { useConnection } from "../../../shared/data/connection";
import { projectsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { ProjectScopeProvider } from "../../../shared/screen/project-scope";
import { PlanningBar } from "../../../shared/selection/PlanningBar";
import { useProjectActions } from "../use-project-actions";
import { ProjectHead } from "./ProjectHead";
import { useSummary } from "./use-project-data";

/** A project: each of its tabs is a screen with the project's head. */
export function ProjectLayout(): ReactNode {
  const { project } = useParams({ from: "/c/$connection/projects/$project" });
  return <Scoped key={project} project={project} />;
}

function Scoped({ project }: { project: string }) {
  const { id: connection } = useConnection();
  const go = useGoTo();
  const { summary } = useSummary(project);
  const { planning, plan, leave, dialog } = useProjectActions({
    rows: summary && [summary],
    onDeleted: () => go(projectsPath(connection)),
  });
  // The head is drawn again with each tab, which must not lose the focus.
  const pressed = useRef(false);
  const { isPlanning } = planning;
  const scope = useMemo(
    () => ({
      project,
      head: <ProjectHead project={project} isPlanning={isPlanning} pressed={pressed} onPlan={plan} onDelete={leave} />,
    }),
    [project, isPlanning, plan, leave],
  );
  return (
    <>
      <ProjectScopeProvider value={scope}>
        <Outlet />
      </ProjectScopeProvider>
      {isPlanning && <PlanningBar stop={planning.stop} />}
      {dialog}
    </>
  );
}
