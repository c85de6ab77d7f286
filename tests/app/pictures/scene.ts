import type { App } from "../harness/app.ts";
import type { World } from "../harness/world.ts";

/** A picture to take. */
export type Picture = {
  /** Its file, without the theme. */
  name: string;
  /** The place in the app. */
  place: string;
  /** What is done there first. */
  act?: () => Promise<void>;
  /** How large the window's content is: 1440×900 unless said otherwise. */
  size?: [width: number, height: number];
  /** The themes that it is taken in: both unless said otherwise. */
  themes?: ("light" | "dark")[];
};

/** Opens the app in a world, and says what to take pictures of, in this order. */
export type Scene = (world: World) => Promise<{ app: App; pictures: Picture[] }>;
