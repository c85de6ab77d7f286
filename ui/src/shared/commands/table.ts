import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Headings of the shortcut sheet and the command palette. */
export type CommandGroup = "general" | "go" | "list" | "report" | "view";

/**
 * Alternative shortcuts, main one first, such as `mod+shift+c` (`mod`: ⌘ on macOS, Ctrl elsewhere); `start` and `end`
 * are the arrows for the text direction.
 */
type KeyList = readonly string[];

export type Command = {
  label: MessageDescriptor;
  group: CommandGroup;
  keys?: KeyList | { macos: KeyList; others: KeyList };
  /** Repeats while the keys are held down. */
  repeats?: boolean;
  /** Also available while a dialog is open. */
  inDialogs?: boolean;
};

/** All commands, in the order of menus and sheets; those not possible have no effect. */
export const COMMANDS = {
  palette: { label: msg`Command palette`, group: "general", keys: ["mod+k"] },
  new_report: { label: msg`New report`, group: "general", keys: ["mod+n"] },
  new_batch: { label: msg`New batch`, group: "general", keys: ["mod+shift+n"] },
  sweep: { label: msg`Public reports`, group: "general" },
  new_connection: { label: msg`Add connection`, group: "general" },
  check_connection: { label: msg`Test this connection`, group: "general" },
  sync_new: { label: msg`Sync now`, group: "general" },
  sync_all: { label: msg`Sync all reports`, group: "general" },
  settings: { label: msg`Settings`, group: "general", keys: ["mod+,"] },
  about: { label: msg`About Assay`, group: "general" },
  look_for_updates: { label: msg`Check for updates`, group: "general" },
  diagnostics: { label: msg`Diagnostics…`, group: "general" },
  shortcuts: { label: msg`Keyboard shortcuts`, group: "general", keys: ["?", "mod+/"] },

  go_overview: { label: msg`Overview`, group: "go", keys: ["mod+1"] },
  go_reports: { label: msg`Reports`, group: "go", keys: ["mod+2"] },
  go_changes: { label: msg`Changes`, group: "go", keys: ["mod+3"] },
  go_fix_list: { label: msg`Fix list`, group: "go", keys: ["mod+4"] },
  go_projects: { label: msg`Projects`, group: "go", keys: ["mod+5"] },
  go_batches: { label: msg`Batches`, group: "go", keys: ["mod+6"] },
  go_all_reports: { label: msg`Reports of all connections`, group: "go", keys: ["mod+7"] },
  go_connections: { label: msg`Connections`, group: "go", keys: ["mod+8"] },
  back: { label: msg`Back`, group: "go", keys: { macos: ["mod+["], others: ["alt+start"] } },
  forward: { label: msg`Forward`, group: "go", keys: { macos: ["mod+]"], others: ["alt+end"] } },

  find: { label: msg`Search`, group: "list", keys: ["/", "mod+f"] },
  reload: { label: msg`Reload list`, group: "list", keys: ["mod+r", "f5", "mod+shift+r", "mod+f5"] },
  previous_page: { label: msg`Previous page`, group: "list" },
  next_page: { label: msg`Next page`, group: "list" },
  select_all: { label: msg`Select all rows`, group: "list", keys: ["mod+a"] },
  clear_selection: { label: msg`Clear selection`, group: "list", keys: ["escape"] },
  delete_selected: {
    label: msg`Delete selected`,
    group: "list",
    keys: { macos: ["mod+backspace", "delete"], others: ["delete"] },
  },

  save_view: { label: msg`Save this view…`, group: "list" },
  export: { label: msg`Export…`, group: "list", keys: ["mod+shift+e"] },

  undo: { label: msg`Undo delete`, group: "list", keys: ["mod+z"] },

  previous_report: { label: msg`Previous report`, group: "report", keys: ["alt+arrowup", "start"], repeats: true },
  next_report: { label: msg`Next report`, group: "report", keys: ["alt+arrowdown", "end"], repeats: true },
  close_panel: { label: msg`Close report`, group: "report", keys: ["escape"] },
  open_page: { label: msg`Open page`, group: "report", keys: ["mod+shift+enter"] },
  copy_address: { label: msg`Copy page URL`, group: "report", keys: ["mod+shift+c"] },
  copy_id: { label: msg`Copy report ID`, group: "report" },
  copy_link: { label: msg`Copy report link`, group: "report" },
  copy_app_link: { label: msg`Copy Assay link`, group: "report" },
  print: { label: msg`Print…`, group: "report", keys: ["mod+p"] },
  refresh_report: { label: msg`Recheck`, group: "report", keys: ["mod+enter"] },
  change_privacy: { label: msg`Privacy…`, group: "report" },
  delete_report: {
    label: msg`Delete`,
    group: "report",
    keys: { macos: ["mod+backspace", "delete"], others: ["delete"] },
  },

  zoom_in: {
    label: msg`Zoom in`,
    group: "view",
    // The menu of macOS has no name for +.
    keys: { macos: ["mod+=", "mod+plus"], others: ["mod+plus", "mod+="] },
    repeats: true,
    inDialogs: true,
  },
  zoom_out: { label: msg`Zoom out`, group: "view", keys: ["mod+-"], repeats: true, inDialogs: true },
  zoom_reset: { label: msg`Reset zoom`, group: "view", keys: ["mod+0"], inDialogs: true },
  theme_light: { label: msg`Light theme`, group: "view" },
  theme_dark: { label: msg`Dark theme`, group: "view" },
  theme_system: { label: msg`System theme`, group: "view" },
  density_toggle: { label: msg`Toggle compact rows`, group: "view" },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

/** The native menu sends command names as text. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
