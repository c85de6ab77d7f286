import { useLingui } from "@lingui/react/macro";
import { Braces, Ellipsis, Table2 } from "lucide-react";
import { Button, Menu, MenuItem, MenuSeparator, useIsFolded } from "../../../components";
import type { ListedReport } from "../search";
import { useRowCopies } from "../use-copies";
import { ForEachEntry, type ForEachProps } from "./ForEach";

type MoreActionsProps = {
  /** The selected reports, if they are known. */
  rows: readonly ListedReport[] | null;
  privacy: ForEachProps;
  exporting: ForEachProps;
};

/** Copies of the selection, and what its bar has no room for. */
export function MoreActions({ rows, privacy, exporting }: MoreActionsProps) {
  const { t } = useLingui();
  const copies = useRowCopies();
  const [hasPrivacy, hasExport] = [useIsFolded("privacy"), useIsFolded("export")];
  if (!rows && !hasExport) return null;
  return (
    <Menu trigger={<Button icon={Ellipsis} aria-label={t`More actions`} />}>
      {hasPrivacy && <ForEachEntry {...privacy} />}
      {hasExport && <ForEachEntry {...exporting} />}
      {rows && hasExport && <MenuSeparator />}
      {rows && (
        <>
          <MenuItem
            icon={Table2}
            label={t`Copy as CSV`}
            detail={t`For spreadsheets`}
            isDisabled={!copies.csv}
            onAction={() => copies.csv?.(rows)}
          />
          <MenuItem
            icon={Braces}
            label={t`Copy as JSON`}
            detail={t`For developers`}
            onAction={() => copies.json(rows)}
          />
        </>
      )}
    </Menu>
  );
}
