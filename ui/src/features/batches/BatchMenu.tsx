import { useLingui } from "@lingui/react/macro";
import { Layers, Trash2 } from "lucide-react";
import { MenuItem, MenuSeparator } from "../../components";
import type { Batch } from "../../host/contract";

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
      <MenuItem icon={Layers} label={t`View batch`} onAction={() => onOpen(batch.number)} />
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        label={t`Remove…`}
        isDanger
        isDisabled={!isRemovable(batch)}
        onAction={() => onRemove(batch)}
      />
    </>
  );
}
