import { useLingui } from "@lingui/react/macro";
import {
  Copy,
  Files,
  FileUser,
  FolderOpen,
  GitCompareArrows,
  ListChecks,
  Lock,
  ScanSearch,
  Trash2,
} from "lucide-react";
import { MenuItem, MenuSeparator } from "../../components";
import type { BatchRequest } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { useClientReport } from "../../shared/export/export";
import { useCopy } from "../../shared/lists/use-copy";
import { momentsPath, projectPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useDeletions } from "../../shared/unsaved/deletions";

export type ProjectMenuProps = {
  project: string;
  /** Plans a batch for all of its reports. */
  onPlan: (project: string, wish: BatchRequest) => void;
  onDelete: (project: string) => void;
};

/** The entries of a project's menu in the list. */
export function ProjectMenu({ project, onPlan, onDelete }: ProjectMenuProps) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const { pendingOf } = useDeletions(connection, "projects");
  const go = useGoTo();
  const report = useProjectReport();
  return (
    <>
      <MenuItem icon={FolderOpen} label={t`View project`} onAction={() => go(projectPath(connection, project))} />
      <MenuItem icon={Files} label={t`View reports`} onAction={() => go(projectPath(connection, project, "reports"))} />
      <MenuItem
        icon={ListChecks}
        label={t`Fix list`}
        onAction={() => go(projectPath(connection, project, "fix-list"))}
      />
      <MenuSeparator />
      <MenuItem
        icon={ScanSearch}
        label={t`Recheck all`}
        isDisabled={pendingOf(project) !== undefined}
        onAction={() => onPlan(project, { kind: "refresh", older_than_days: null })}
      />
      <MenuItem icon={FileUser} label={t`Client report…`} onAction={() => report(project)} />
      <CommonItems project={project} onPlan={onPlan} onDelete={onDelete} />
    </>
  );
}

/** Opens the dialog that makes a report of a project for a client. */
export function useProjectReport(): (project: string) => void {
  const { id: connection } = useConnection();
  const reportToClient = useClientReport();
  return (project) =>
    reportToClient({ of: { kind: "reports", query: { connection, project, per_page: 25 } }, title: project });
}

/** The entries that the list and the project's screen share; what destroys comes last. */
export function CommonItems({ project, onPlan, onDelete }: ProjectMenuProps) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const go = useGoTo();
  const { pendingOf } = useDeletions(connection, "projects");
  const copy = useCopy();
  const pending = pendingOf(project);
  return (
    <>
      <MenuItem
        icon={Lock}
        label={t`Make all reports private`}
        isDisabled={pending !== undefined}
        onAction={() => onPlan(project, { kind: "privacy", privacy: "private" })}
      />
      <MenuItem
        icon={GitCompareArrows}
        label={t`Compare moments`}
        onAction={() => go(momentsPath(connection, { project }))}
      />
      <MenuItem icon={Copy} label={t`Copy name`} onAction={() => copy(project, t`Name copied`)} />
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        label={t`Delete project…`}
        isDanger
        detail={pending}
        isDisabled={pending !== undefined}
        onAction={() => onDelete(project)}
      />
    </>
  );
}
