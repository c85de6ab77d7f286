import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, Download, FileUser, RotateCw, Rows3, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, Menu, MenuChoice, MenuItem, MenuSeparator, Submenu, TopLiveText } from "../../components";
import { useCommand } from "../commands";
import { usePreferences } from "../data/preferences";
import { type ClientReportAsk, type ExportAsk, useClientReport, useExport } from "../export/export";
import { NameDialog } from "./NameDialog";
import { useViews, type Views } from "./use-views";
import { ChangeView, DeleteView } from "./ViewItems";

export type ViewMenuProps = {
  /** Entries for sorting and columns. */
  children?: ReactNode;
  /** The rows have a height. */
  hasRows?: boolean;
  /** The list to export; `null` while it has no rows. */
  what?: ExportAsk | null;
  /** The reports for a client; `null` while there are none. */
  forClient?: ClientReportAsk | null;
  onReload?: () => void;
  /** An entry that deletes some of the list. */
  deletion?: ReactNode;
};

/** How a list is shown: sorting, columns, row height, saved views; also exports and reloads it. */
export function ViewMenu({ children, hasRows = false, what, forClient, onReload, deletion }: ViewMenuProps) {
  const { t } = useLingui();
  const views = useViews();
  const exportThis = useExport();
  const reportToClient = useClientReport();
  const [asked, setAsked] = useState<"save" | "rename" | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const { open, canKeep, isFull } = views;
  useCommand("save_view", canKeep && !isFull ? () => ask("save") : null);
  useCommand("export", what ? () => exportThis(what) : null);

  function ask(wanted: "save" | "rename") {
    setAsked(wanted);
    // A text that doesn't change isn't announced again.
    setSaved(null);
  }

  function add(name: string) {
    views.add(name);
    setSaved(name);
  }

  return (
    <>
      {/* For others, the sidebar shows it. */}
      <TopLiveText>{saved !== null && t`View saved: ${saved}`}</TopLiveText>
      <Menu
        placement="bottom end"
        trigger={
          <Button variant="quiet" icon={SlidersHorizontal} isFoldable>
            <Trans>View</Trans>
          </Button>
        }
      >
        {children}
        {hasRows && <Density />}
        {hasRows && <MenuSeparator />}
        <SaveView views={views} onAsk={ask} />
        {what !== undefined && (
          <MenuItem
            icon={Download}
            label={t`Export…`}
            isDisabled={what === null}
            onAction={() => what && exportThis(what)}
          />
        )}
        {forClient !== undefined && (
          <MenuItem
            icon={FileUser}
            label={t`Client report…`}
            isDisabled={forClient === null}
            onAction={() => forClient && reportToClient({ ...forClient, title: open?.name ?? forClient.title })}
          />
        )}
        {onReload && <MenuItem icon={RotateCw} label={t`Reload list`} onAction={onReload} />}
        {(deletion || open) && <MenuSeparator />}
        {deletion}
        {open && <DeleteView view={open} views={views} />}
      </Menu>
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

function SaveView({ views, onAsk }: { views: Views; onAsk: (wanted: "save" | "rename") => void }) {
  const { t } = useLingui();
  const { open, canKeep, isFull, isList } = views;
  if (!isList) return null;
  const reason = isFull
    ? t`You’ve reached the limit of 100 views.`
    : canKeep
      ? undefined
      : t`These filters are too long to save.`;
  return (
    <>
      <MenuItem
        icon={Bookmark}
        label={open ? t`Save as new view…` : t`Save this view…`}
        {...(reason !== undefined && { detail: reason, isDisabled: true })}
        onAction={() => onAsk("save")}
      />
      {open && <ChangeView view={open} views={views} onRename={() => onAsk("rename")} />}
      <MenuSeparator />
    </>
  );
}

function Density() {
  const { t } = useLingui();
  const [{ density }, save] = usePreferences();
  const words = { comfortable: t`Comfortable`, compact: t`Compact` };
  return (
    <Submenu icon={Rows3} label={t`Row height`} detail={words[density]}>
      <MenuChoice
        aria-label={t`Row height`}
        options={(["comfortable", "compact"] as const).map((value) => ({ value, label: words[value] }))}
        value={density}
        onChange={(chosen) => save({ density: chosen === "compact" ? "compact" : "comfortable" })}
      />
    </Submenu>
  );
}
