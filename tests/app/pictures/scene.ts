import type { App } from "../harness/app.ts";
import type { Screen } from "../harness/screen.ts";
import type { TestMachine } from "../harness/test-machine.ts";

/** A state of the window for a screenshot and an axe-core check. */
export type View = {
  /** Also the screenshot's name. */
  name: string;
  /** The path in the app. */
  place: string;
  /** Runs first. */
  act?: () => Promise<void>;
  /** An overlay that must then be visible. */
  overlay?: keyof typeof OVERLAYS;
};

/** CSS selectors of overlays. */
export const OVERLAYS = {
  dialog: "section[role=dialog], section[role=alertdialog]",
  menu: "[role=menu], [role=listbox]",
} as const;

/** A view that needs some steps. */
export const view = (name: string, place: string, act: () => Promise<void>): View => ({ name, place, act });

/** Opens the app on a machine and returns its views, in order. */
export type Scene = (
  machine: TestMachine,
  open: (args?: string[]) => Promise<{ app: App; screen: Screen }>,
) => Promise<{ app: App; views: View[] }>;
