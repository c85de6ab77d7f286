import type { App } from "../harness/app.ts";
import type { Screen } from "../harness/screen.ts";
import type { World } from "../harness/world.ts";

/** A state of the window: to be seen in a picture, and to be looked at by axe-core. */
export type View = {
  /** Its name, which is that of its pictures. */
  name: string;
  /** The place in the app. */
  place: string;
  /** What is done there first. */
  act?: () => Promise<void>;
};

/** Opens the app in a world, and says which views to look at, in this order. */
export type Scene = (
  world: World,
  open: (args?: string[]) => Promise<{ app: App; screen: Screen }>,
) => Promise<{ app: App; views: View[] }>;
