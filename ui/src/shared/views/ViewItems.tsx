import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Pencil, Save, Trash2 } from "lucide-react";
import { MenuItem, toast } from "../../components";
import type { SavedView } from "../../host/contract";
import type { Views } from "./use-views";

export type ViewItemsProps = {
  view: SavedView;
  views: Views;
  onRename: () => void;
};

export function ViewItems({ view: { id, name }, views, onRename }: ViewItemsProps) {
  const { t } = useLingui();
  const ids = views.views.map((view) => view.id);
  const at = ids.indexOf(id);
  const moveTo = (to: number) => {
    const others = ids.filter((other) => other !== id);
    views.reorder([...others.slice(0, to), id, ...others.slice(to)]);
  };
  const remove = () => {
    const undo = views.remove(id);
    toast({
      tone: "info",
      title: t`View deleted`,
      description: name,
      action: { label: t`Undo`, onPress: undo },
      isPassing: true,
    });
  };
  return (
    <>
      {views.open?.id === id && views.isChanged && (
        <MenuItem icon={Save} label={t`Update view`} onAction={views.update} />
      )}
      <MenuItem icon={Pencil} label={t`Rename`} onAction={onRename} />
      <MenuItem icon={ArrowUp} label={t`Move up`} isDisabled={at <= 0} onAction={() => moveTo(at - 1)} />
      <MenuItem
        icon={ArrowDown}
        label={t`Move down`}
        isDisabled={at === ids.length - 1}
        onAction={() => moveTo(at + 1)}
      />
      <MenuItem icon={Trash2} label={t`Delete view`} isDanger onAction={remove} />
    </>
  );
}
