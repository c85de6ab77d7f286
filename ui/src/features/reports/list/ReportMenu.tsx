import { useLingui } from "@lingui/react/macro";
import {
  AppWindow,
  ArrowUpRight,
  Braces,
  Copy,
  Download,
  FileText,
  FileUser,
  Folder,
  Hash,
  Link2,
  ListChecks,
  Lock,
  Printer,
  ScanSearch,
  Table2,
  Trash2,
} from "lucide-react";
import { MenuItem, MenuSeparator, Submenu, useOpenAddress } from "../../../components";
import { useKeysOf } from "../../../shared/commands";
import type { CommandName } from "../../../shared/commands/table";
import { useConnection } from "../../../shared/data/connection";
import { useClientReport, useExport, usePrint } from "../../../shared/export/export";
import { projectPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { useProjectScope } from "../../../shared/screen/project-scope";
import { useReports } from "../context";
import type { ListedReport, ReportSearch } from "../search";
import { useCopies, useLinkNote } from "../use-copies";

export type ReportMenuProps = {
  row: ListedReport;
  /** The row's key in the list. */
  listKey: string;
  /** The list is of one connection. */
  isOfOne: boolean;
  /** It is open beside the list, so that its shortcuts work. */
  isOpen: boolean;
  onChange: (change: ReportSearch) => void;
};

/** All actions on a report; without changes in a list of several connections, or if the report is gone. */
export function ReportMenu({ row, listKey, isOfOne, isOpen, onChange }: ReportMenuProps) {
  const { t } = useLingui();
  const { open, refresh, ask, activityOf } = useReports();
  const { id: connection } = useConnection();
  const print = usePrint();
  const openAddress = useOpenAddress();
  const copies = useCopies();
  const linkNote = useLinkNote()(row);
  const go = useGoTo();
  const exportThis = useExport();
  const reportToClient = useClientReport();
  const keysOfAny = useKeysOf();
  const keysOf = (name: CommandName) => (isOpen ? keysOfAny(name) : undefined);
  const { url, project, known } = row;
  const isChangeable = isOfOne && !known?.gone_at;
  const { isRefreshing, pending } = activityOf(row.id);
  const isInProject = useProjectScope() !== null;
  return (
    <>
      <MenuItem icon={FileText} label={t`View report`} onAction={() => open(listKey)} />
      {url !== null && (
        <MenuItem
          icon={ArrowUpRight}
          label={t`Open page`}
          keys={keysOf("open_page")}
          onAction={() => openAddress(url)}
        />
      )}
      {isChangeable && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={ScanSearch}
            label={t`Recheck`}
            keys={keysOf("refresh_report")}
            isDisabled={isRefreshing || pending !== undefined}
            onAction={() => refresh(row)}
          />
          <MenuItem
            icon={Lock}
            label={t`Privacy…`}
            isDisabled={pending !== undefined}
            onAction={() => ask("privacy", row)}
          />
        </>
      )}
      {known && project !== null && !isInProject && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={Folder}
            label={t`Only this project`}
            detail={project}
            onAction={() => (isOfOne ? onChange({ project }) : go(projectPath(connection, project, "reports")))}
          />
          <MenuItem
            icon={ListChecks}
            label={t`Fix list for this project`}
            onAction={() => go(projectPath(connection, project, "fix-list"))}
          />
        </>
      )}
      <MenuSeparator />
      <Submenu icon={Copy} label={t`Copy`}>
        {row.address !== "" && (
          <MenuItem icon={Copy} label={t`URL`} keys={keysOf("copy_address")} onAction={() => copies.address(row)} />
        )}
        <MenuItem icon={Hash} label={t`ID`} onAction={() => copies.id(row)} />
        <MenuItem
          icon={Link2}
          label={t`Link`}
          {...(linkNote !== undefined && { detail: linkNote })}
          onAction={() => copies.link(row)}
        />
        <MenuItem icon={AppWindow} label={t`Assay link`} onAction={() => copies.appLink(row)} />
        <MenuItem icon={Braces} label={t`JSON`} onAction={() => copies.json([row])} />
        <MenuItem icon={Table2} label={t`CSV`} isDisabled={!copies.csv} onAction={() => copies.csv?.([row])} />
      </Submenu>
      <MenuItem
        icon={Printer}
        label={t`Print…`}
        keys={keysOf("print")}
        onAction={() => print({ connection, report: row.id })}
      />
      <MenuItem
        icon={FileUser}
        label={t`Client report…`}
        onAction={() => reportToClient({ of: { kind: "report", connection, id: row.id }, title: row.address })}
      />
      {known && (
        <MenuItem
          icon={Download}
          label={t`Export history…`}
          onAction={() => exportThis({ of: { kind: "history", connection, id: row.id }, name: row.address })}
        />
      )}
      {isChangeable && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={Trash2}
            label={t`Delete`}
            keys={keysOf("delete_report")}
            isDanger
            detail={pending}
            isDisabled={pending !== undefined}
            onAction={() => ask("delete", row)}
          />
        </>
      )}
    </>
  );
}
