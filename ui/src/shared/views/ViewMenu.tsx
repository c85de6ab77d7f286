import { useLingui } from "@lingui/react/macro";
import { Bookmark, BookmarkPlus } from "lucide-react";
import { useState } from "react";
import { Button, Menu, MenuItem, MenuSeparator, toast } from "../../components";
import { useCommand } from "../commands";
import { NameDialog } from "./NameDialog";
import { useViews } from "./use-views";
import { ViewItems } from "./ViewItems";

/** Saves the list as a view, or changes the open view. */
export function ViewMenu() {
  const { t } = useLingui();
  const views = useViews();
  const { open, canKeep, isFull } = views;
  const [asked, setAsked] = useState<"save" | "rename" | null>(null);
  const save = () => setAsked("save");
  const canSave = canKeep && !isFull;
  useCommand("save_view", canSave ? save : null);
  const reason = isFull ? t`You’ve reached the limit of 100 views.` : t`These filters are too long to save.`;

  function add(name: string) {
    views.add(name);
    toast({ tone: "success", title: t`View saved`, description: name });
  }

  return (
    <>
      {open ? (
        <Menu trigger={<Button icon={Bookmark} aria-label={t`View “${open.name}”`} />}>
          <MenuItem
            icon={BookmarkPlus}
            label={t`Save as new view`}
            isDisabled={!canSave}
            {...(!canSave && { detail: reason })}
            onAction={save}
          />
          <MenuSeparator />
          <ViewItems view={open} views={views} onRename={() => setAsked("rename")} />
        </Menu>
      ) : (
        <Button
          icon={BookmarkPlus}
          aria-label={t`Save this view`}
          onPress={() => (canSave ? save() : toast({ tone: "info", title: reason }))}
        />
      )}
      {asked === "save" && <NameDialog title={t`Save this view`} name="" onSave={add} onClose={() => setAsked(null)} />}
      {asked === "rename" && open && (
        <NameDialog
          title={t`Rename view`}
          name={open.name}
          onSave={(name) => views.rename(open.id, name)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
