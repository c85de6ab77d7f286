import { useLingui } from "@lingui/react/macro";
import { ArrowUpRight, FileUser, Printer, ScanSearch, Trash2 } from "lucide-react";
import { MenuItem, MenuSeparator, useOpenAddress } from "../../../components";
import { useKeysOf } from "../../../shared/commands";
import type { CommandName } from "../../../shared/commands/table";
import { useConnection } from "../../../shared/data/connection";
import { useClientReport, usePrint } from "../../../shared/export/export";
import { useReports } from "../context";
import type { ListedReport } from "../search";

/** The actions that the menus of a row and of the open report share. */
type ReportItemProps = {
  row: ListedReport;
  keysOf: ReportKeys;
};

export type ReportKeys = (name: CommandName) => string | undefined;

/** The shortcuts of the open report’s actions; those of others have none. */
export function useReportKeys(isOpen: boolean): ReportKeys {
  const keysOf = useKeysOf();
  return (name) => (isOpen ? keysOf(name) : undefined);
}

export function OpenPageItem({ page, keysOf }: { page: string; keysOf: ReportKeys }) {
  const { t } = useLingui();
  const openAddress = useOpenAddress();
  return (
    <MenuItem icon={ArrowUpRight} label={t`Open page`} keys={keysOf("open_page")} onAction={() => openAddress(page)} />
  );
}

export function RecheckItem({ row, keysOf }: ReportItemProps) {
  const { t } = useLingui();
  const { activityOf, refresh } = useReports();
  const { isRefreshing, pending } = activityOf(row.id);
  return (
    <MenuItem
      icon={ScanSearch}
      label={t`Recheck`}
      keys={keysOf("refresh_report")}
      isDisabled={isRefreshing || pending !== undefined}
      onAction={() => refresh(row)}
    />
  );
}

/** *Print…* and *Client report…*. */
export function DocumentItems({ row, keysOf }: ReportItemProps) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const print = usePrint();
  const reportToClient = useClientReport();
  return (
    <>
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
    </>
  );
}

/** *Delete*, apart from what precedes it. */
export function DeleteItem({ row, keysOf }: ReportItemProps) {
  const { t } = useLingui();
  const { activityOf, ask } = useReports();
  const { pending } = activityOf(row.id);
  return (
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
  );
}
