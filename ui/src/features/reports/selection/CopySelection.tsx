import { useLingui } from "@lingui/react/macro";
import { Braces, Ellipsis, Table2 } from "lucide-react";
import { Button, Menu, MenuItem } from "../../../components";
import type { ListedReport } from "../search";
import { useRowCopies } from "../use-copies";

export function CopySelection({ rows }: { rows: readonly ListedReport[] }) {
  const { t } = useLingui();
  const copies = useRowCopies();
  return (
    <Menu trigger={<Button icon={Ellipsis} aria-label={t`More actions`} />}>
      <MenuItem
        icon={Table2}
        label={t`Copy as CSV`}
        detail={t`For spreadsheets`}
        isDisabled={!copies.csv}
        onAction={() => copies.csv?.(rows)}
      />
      <MenuItem icon={Braces} label={t`Copy as JSON`} detail={t`For developers`} onAction={() => copies.json(rows)} />
    </Menu>
  );
}
