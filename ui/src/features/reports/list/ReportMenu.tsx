import { useLingui } from "@lingui/react/macro";
import {
  AppWindow,
  Braces,
  Copy,
  ExternalLink,
  FileText,
  Hash,
  Link2,
  Lock,
  Printer,
  RotateCw,
  Table2,
  Trash2,
} from "lucide-react";
import { MenuItem, MenuSeparator, useOpenAddress } from "../../../components";
import type { ReportRow } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { usePrint } from "../../../shared/export/export";
import { useReports } from "../context";
import { useCopies, useLinkNote } from "../use-copies";

/** Everything that can be done to a report, as entries of its row's menu. */
export function ReportMenu({ row }: { row: ReportRow }) {
  const { t } = useLingui();
  const { open, refresh, ask, activityOf } = useReports();
  const { id: connection } = useConnection();
  const print = usePrint();
  const openAddress = useOpenAddress();
  const copies = useCopies();
  const linkNote = useLinkNote()(row);
  const { url } = row;
  return (
    <>
      <MenuItem icon={FileText} label={t`Open`} onAction={() => open(row.id)} />
      {url !== null && (
        <MenuItem icon={ExternalLink} label={t`Open page in the browser`} onAction={() => openAddress(url)} />
      )}
      <MenuSeparator />
      {row.address !== "" && <MenuItem icon={Copy} label={t`Copy address`} onAction={() => copies.address(row)} />}
      <MenuItem icon={Hash} label={t`Copy id`} onAction={() => copies.id(row)} />
      <MenuItem
        icon={Link2}
        label={t`Copy link`}
        {...(linkNote !== undefined && { detail: linkNote })}
        onAction={() => copies.link(row)}
      />
      <MenuItem icon={AppWindow} label={t`Copy link for Assay`} onAction={() => copies.appLink(row)} />
      <MenuItem icon={Braces} label={t`Copy as JSON`} onAction={() => copies.json([row])} />
      <MenuItem icon={Table2} label={t`Copy as CSV`} isDisabled={!copies.csv} onAction={() => copies.csv?.([row])} />
      <MenuItem icon={Printer} label={t`Print…`} onAction={() => print({ connection, report: row.id })} />
      <MenuSeparator />
      <MenuItem
        icon={RotateCw}
        label={t`Refresh`}
        isDisabled={activityOf(row.id).isRefreshing}
        onAction={() => refresh(row)}
      />
      <MenuItem icon={Lock} label={t`Privacy`} onAction={() => ask("privacy", row)} />
      <MenuItem icon={Trash2} label={t`Delete`} isDanger onAction={() => ask("delete", row)} />
    </>
  );
}
