import { useLingui } from "@lingui/react/macro";
import { Braces, Ellipsis, ListChecks, Table2 } from "lucide-react";
import { Button, Menu, MenuItem, MenuSeparator, useIsFolded } from "../../../components";
import { useTextOfAll } from "../../../shared/selection/Selection";
import type { SelectionScope } from "../../../shared/selection/selection-scope";
import type { ListedReport } from "../search";
import { useRowCopies } from "../use-copies";
import { ForEachEntry, type ForEachProps } from "./ForEach";

type MoreActionsProps = {
  /** The selected reports, if they are known. */
  rows: readonly ListedReport[] | null;
  scope: SelectionScope;
  /** If there are two reports. */
  comparing: ForEachProps | null;
  privacy: ForEachProps;
  exporting: ForEachProps;
  deletion: ForEachProps;
};

/** Copies of the selection, and what its bar has no room for. */
export function MoreActions({ rows, scope, comparing, privacy, exporting, deletion }: MoreActionsProps) {
  const { t } = useLingui();
  const copies = useRowCopies();
  const textOfAll = useTextOfAll(scope);
  const [hasPrivacy, hasExport] = [useIsFolded("privacy"), useIsFolded("export")];
  const [hasCompare, hasAll, hasDelete] = [useIsFolded("compare"), useIsFolded("all"), useIsFolded("delete")];
  if (!rows && !hasExport) return null;
  return (
    <Menu trigger={<Button icon={Ellipsis} aria-label={t`More actions`} />}>
      {hasAll && scope.canBeAll && <MenuItem icon={ListChecks} label={textOfAll} onAction={scope.selectAll} />}
      {hasCompare && comparing && <ForEachEntry {...comparing} />}
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
      {hasDelete && (
        <>
          <MenuSeparator />
          <ForEachEntry {...deletion} />
        </>
      )}
    </Menu>
  );
}
