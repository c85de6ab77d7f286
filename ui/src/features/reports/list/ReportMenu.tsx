import { useLingui } from "@lingui/react/macro";
import {
  AppWindow,
  Braces,
  Copy,
  Download,
  FileText,
  Folder,
  Hash,
  Link2,
  ListChecks,
  Lock,
  Table2,
} from "lucide-react";
import { MenuItem, MenuSeparator, Submenu } from "../../../components";
import { useConnection } from "../../../shared/data/connection";
import { useExport } from "../../../shared/export/export";
import { projectPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { useProjectScope } from "../../../shared/screen/project-scope";
import { DeleteItem, DocumentItems, OpenPageItem, RecheckItem, useReportKeys } from "../actions/MenuItems";
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
  const { open, ask, activityOf } = useReports();
  const { id: connection } = useConnection();
  const copies = useCopies();
  const linkNote = useLinkNote()(row);
  const go = useGoTo();
  const exportThis = useExport();
  const keysOf = useReportKeys(isOpen);
  const { url, project, known } = row;
  const isChangeable = isOfOne && !known?.gone_at;
  const { pending } = activityOf(row.id);
  const isInProject = useProjectScope() !== null;
  return (
    <>
      <MenuItem icon={FileText} label={t`View report`} keys="enter" onAction={() => open(listKey)} />
      {url !== null && <OpenPageItem page={url} keysOf={keysOf} />}
      {isChangeable && (
        <>
          <MenuSeparator />
          <RecheckItem row={row} keysOf={keysOf} />
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
          <MenuItem
            icon={Copy}
            label={t`Page URL`}
            keys={keysOf("copy_address")}
            onAction={() => copies.address(row)}
          />
        )}
        <MenuItem icon={Hash} label={t`Report ID`} onAction={() => copies.id(row)} />
        <MenuItem
          icon={Link2}
          label={t`Report link`}
          {...(linkNote !== undefined && { detail: linkNote })}
          onAction={() => copies.link(row)}
        />
        <MenuItem icon={AppWindow} label={t`Assay link`} onAction={() => copies.appLink(row)} />
        <MenuItem icon={Braces} label={t`JSON`} onAction={() => copies.json([row])} />
        <MenuItem icon={Table2} label={t`CSV`} isDisabled={!copies.csv} onAction={() => copies.csv?.([row])} />
      </Submenu>
      <DocumentItems row={row} keysOf={keysOf} />
      {known && (
        <MenuItem
          icon={Download}
          label={t`Export history…`}
          onAction={() => exportThis({ of: { kind: "history", connection, id: row.id }, name: row.address })}
        />
      )}
      {isChangeable && <DeleteItem row={row} keysOf={keysOf} />}
    </>
  );
}
