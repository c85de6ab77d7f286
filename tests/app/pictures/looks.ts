import type { Preferences } from "../../../ui/src/host/contract.ts";

/** What the window looks like in a set of pictures. */
export type Look = {
  /** What the desktop has, and with it the app. */
  theme: "light" | "dark";
  /** How large the window's content is, in pixels of the screen. */
  size: [width: number, height: number];
  /** What else is chosen in the app. */
  preferences?: Partial<Preferences>;
  /** Whether what can fail is seen in it too. */
  hasFailures?: true;
};

const small: Look["size"] = [1100, 720];
const large: Look["size"] = [1600, 1000];

/** The looks that every screen is seen in. */
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
