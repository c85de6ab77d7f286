import type { App } from "../harness/app.ts";
import type { Screen } from "../harness/screen.ts";
import type { World } from "../harness/world.ts";

/** A state of the window for a screenshot and an axe-core check. */
export type View = {
  /** Also the screenshot's name. */
  name: string;
  /** The path in the app. */
  place: string;
  /** Runs first. */
  act?: () => Promise<void>;
};

/** Opens the app in a world, and says which views to look at, in this order. */
export type Scene = (
  world: World,
  open: (args?: string[]) => Promise<{ app: App; screen: Screen }>,
) => Promise<{ app: App; views: View[] }>;
