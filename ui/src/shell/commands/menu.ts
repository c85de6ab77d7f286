import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { MenuRole, SystemAction } from "../../host/contract";
import { type KeyContext, keysFor } from "../../shared/commands/key-bindings";
import type { CommandName } from "../../shared/commands/table";

/** A menu, top to bottom. */
export type MenuPlan = {
  title: MessageDescriptor;
  role?: MenuRole;
  entries: readonly (CommandName | { action: SystemAction; label: MessageDescriptor } | "separator")[];
};

const system = (action: SystemAction, label: MessageDescriptor) => ({ action, label });

/** The macOS menu bar; commands keep their labels from the table. */
export const MENUS: readonly MenuPlan[] = [
  {
    title: msg`Assay`,
    entries: [
      system("about", msg`About Assay`),
      "look_for_updates",
      "separator",
      "settings",
      "separator",
      system("services", msg`Services`),
      "separator",
      system("hide", msg`Hide Assay`),
      system("hide_others", msg`Hide others`),
      system("show_all", msg`Show all`),
      "separator",
      system("quit", msg`Quit Assay`),
    ],
  },
  {
    title: msg`File`,
    entries: [
      "new_report",
      "new_batch",
      "new_connection",
      "check_connection",
      "separator",
      "sync_new",
      "sync_all",
      "sweep",
      "separator",
      "export",
      "print",
      "separator",
      system("close_window", msg`Close window`),
    ],
  },
  {
    title: msg({ message: "Edit", context: "menu" }),
    entries: [
      system("undo", msg`Undo`),
      system("redo", msg`Redo`),
      "separator",
      system("cut", msg`Cut`),
      system("copy", msg`Copy`),
      system("paste", msg`Paste`),
      system("select_all", msg`Select all`),
      "separator",
      "find",
      "select_all",
      "clear_selection",
      "delete_selected",
      "undo",
    ],
  },
  {
    title: msg`View`,
    entries: [
      "reload",
      "save_view",
      "separator",
      "zoom_reset",
      "zoom_in",
      "zoom_out",
      "separator",
      "theme_light",
      "theme_dark",
      "theme_system",
      "separator",
      "density_toggle",
      "separator",
      system("full_screen", msg`Full screen`),
    ],
  },
  {
    title: msg`Go`,
    entries: [
      "palette",
      "separator",
      "go_overview",
      "go_reports",
      "go_changes",
      "go_fix_list",
      "go_projects",
      "go_batches",
      "go_all_reports",
      "go_connections",
      "separator",
      "back",
      "forward",
      "separator",
      "previous_page",
      "next_page",
    ],
  },
  {
    title: msg`Report`,
    entries: [
      "previous_report",
      "next_report",
      "close_panel",
      "separator",
      "open_page",
      "copy_address",
      "copy_id",
      "copy_link",
      "copy_app_link",
      "separator",
      "refresh_report",
      "change_privacy",
      "delete_report",
    ],
  },
  {
    title: msg`Window`,
    role: "window",
    entries: [system("minimize", msg`Minimize`), system("enlarge", msg`Enlarge`)],
  },
  { title: msg`Help`, role: "help", entries: ["shortcuts", "diagnostics", "about"] },
];

/**
 * The accelerator in the menu's format, such as `CmdOrCtrl+Shift+C`; only keys with ⌘, since others belong to text
 * fields and lists.
 */
export function accelerator(name: CommandName, keyContext: KeyContext): string | null {
  const keys = keysFor(name, keyContext).find((one) => one.startsWith("mod+"));
  // The system's own edit items have these keys; the window redirects them for lists.
  if (keys === undefined || name === "select_all" || name === "undo") return null;
  const parts = keys.split("+").map((part) => (part === "mod" ? "CmdOrCtrl" : part[0]?.toUpperCase() + part.slice(1)));
  return parts.join("+");
}
