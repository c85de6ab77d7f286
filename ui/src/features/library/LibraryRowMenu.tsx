import { useLingui } from "@lingui/react/macro";
import { AppWindow, Braces, Copy, Download, ExternalLink, FileText, Folder, Hash, Wrench } from "lucide-react";
import { MenuItem, MenuSeparator, useOpenAddress } from "../../components";
import type { LibraryRow } from "../../host/contract";
import { useExport } from "../../shared/export/export";
import { fixListPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { keyOf, type LibrarySearch } from "./search";
import { useLibraryCopies } from "./use-library-copies";

export type LibraryRowMenuProps = {
  known: LibraryRow;
  onOpen: (key: string) => void;
  onChange: (change: LibrarySearch) => void;
};

/** What can be done to a report of the library from its row. */
export function LibraryRowMenu({ known, onOpen, onChange }: LibraryRowMenuProps) {
  const { t } = useLingui();
  const go = useGoTo();
  const exportThis = useExport();
  const openAddress = useOpenAddress();
  const copies = useLibraryCopies();
  const { connection, row } = known;
  const { url, project, address } = row;
  return (
    <>
      <MenuItem icon={FileText} label={t`Open`} onAction={() => onOpen(keyOf(known))} />
      {url !== null && (
        <MenuItem icon={ExternalLink} label={t`Open page in the browser`} onAction={() => openAddress(url)} />
      )}
      {project !== null && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={Folder}
            label={t`Only this project`}
            detail={project}
            onAction={() => onChange({ connection, project })}
          />
          <MenuItem
            icon={Wrench}
            label={t`Fix list of this project`}
            onAction={() => go(fixListPath(connection, { project }))}
          />
        </>
      )}
      <MenuSeparator />
      {address !== "" && <MenuItem icon={Copy} label={t`Copy address`} onAction={() => copies.address(row)} />}
      <MenuItem icon={Hash} label={t`Copy id`} onAction={() => copies.id(row)} />
      <MenuItem icon={AppWindow} label={t`Copy link for Assay`} onAction={() => copies.appLink(known)} />
      <MenuItem icon={Braces} label={t`Copy as JSON`} onAction={() => copies.json([known])} />
      <MenuSeparator />
      <MenuItem
        icon={Download}
        label={t`Export history`}
        onAction={() => exportThis({ of: { kind: "history", connection, id: row.id }, name: address })}
      />
    </>
  );
}
