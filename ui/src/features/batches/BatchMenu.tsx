import { useLingui } from "@lingui/react/macro";
import { Ellipsis, ExternalLink, Trash2 } from "lucide-react";
import { Button, Menu, MenuItem, MenuSeparator } from "../../components";
import type { Batch } from "../../host/contract";
import { useBatchLabels } from "./labels";

/** True if the batch can be removed in its state. */
function isRemovable({ state }: Batch): boolean {
  return state === "planned" || state === "paused" || state === "ended";
}

export type BatchMenuProps = { batch: Batch; onOpen: (batch: number) => void; onRemove: (batch: Batch) => void };

/** The actions on a batch in the list. */
export function BatchMenu({ batch, onOpen, onRemove }: BatchMenuProps) {
  const { t } = useLingui();
  return (
    <>
      <MenuItem icon={ExternalLink} label={t`Open`} onAction={() => onOpen(batch.number)} />
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        label={t`Remove`}
        isDanger
        isDisabled={!isRemovable(batch)}
        onAction={() => onRemove(batch)}
      />
    </>
  );
}

/** Opens a row's menu. */
export function BatchMenuButton(props: BatchMenuProps) {
  const { t } = useLingui();
  const text = useBatchLabels().title(props.batch);
  return (
    <Menu
      placement="bottom end"
      trigger={<Button variant="quiet" icon={Ellipsis} aria-label={t`Actions for ${text}`} />}
    >
      <BatchMenu {...props} />
    </Menu>
  );
}
