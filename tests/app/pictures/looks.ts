import type { Preferences } from "../../../ui/src/host/contract.ts";

/** The appearance of a set of screenshots. */
export type Look = {
  /** The desktop's theme, which the app follows. */
  theme: "light" | "dark";
  /** Size of the window's content, in pixels. */
  size: [width: number, height: number];
  /** Other preferences. */
  preferences?: Partial<Preferences>;
  /** Includes the failures. */
  hasFailures?: true;
};

const small: Look["size"] = [1100, 720];
const large: Look["size"] = [1600, 1000];

/** The looks of all screenshots. */
export const looks = {
  light: { theme: "light", size: small, hasFailures: true },
  dark: { theme: "dark", size: small, hasFailures: true },
  "light-large": { theme: "light", size: large },
  "dark-large": { theme: "dark", size: large },
  compact: { theme: "light", size: small, preferences: { density: "compact" } },
  arabic: { theme: "light", size: small, preferences: { language: "ar" } },
  german: { theme: "light", size: small, preferences: { language: "de" } },
  pseudo: { theme: "dark", size: small, preferences: { language: "pseudo" } },
  "zoom-200": { theme: "light", size: small, preferences: { zoom: 200 } },
  "zoom-400": { theme: "light", size: [1280, 1024], preferences: { zoom: 400 } },
} satisfies Record<string, Look>;
