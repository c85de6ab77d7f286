import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Pencil, Save, Trash2 } from "lucide-react";
import { MenuItem, MenuSeparator, toast } from "../../components";
import type { SavedView } from "../../host/contract";
import type { Views } from "./use-views";

type ItemProps = { view: SavedView; views: Views };
export type ViewItemsProps = ItemProps & { onRename: () => void };

/** All that can be done with a saved view. */
export function ViewItems({ view, views, onRename }: ViewItemsProps) {
  const { t } = useLingui();
  const ids = views.views.map(({ id }) => id);
  const at = ids.indexOf(view.id);
  const moveTo = (to: number) => {
    const others = ids.filter((other) => other !== view.id);
    views.reorder([...others.slice(0, to), view.id, ...others.slice(to)]);
  };
  return (
    <>
      <ChangeView view={view} views={views} onRename={onRename} />
      <MenuItem icon={ArrowUp} label={t`Move up`} isDisabled={at <= 0} onAction={() => moveTo(at - 1)} />
      <MenuItem
        icon={ArrowDown}
        label={t`Move down`}
        isDisabled={at === ids.length - 1}
        onAction={() => moveTo(at + 1)}
      />
      <MenuSeparator />
      <DeleteView view={view} views={views} />
    </>
  );
}

export function ChangeView({ view, views, onRename }: ViewItemsProps) {
  const { t } = useLingui();
  return (
    <>
      {views.open?.id === view.id && views.isChanged && (
        <MenuItem icon={Save} label={t`Update view`} onAction={views.update} />
      )}
      <MenuItem icon={Pencil} label={t`Rename…`} onAction={onRename} />
    </>
  );
}

export function DeleteView({ view: { id, name }, views }: ItemProps) {
  const { t } = useLingui();
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
  return <MenuItem icon={Trash2} label={t`Delete view`} isDanger onAction={remove} />;
}
