import { useEffect, useLayoutEffect } from "react";
import type { Theme } from "../host/contract";
import { usePreferences } from "../shared/data/preferences";

/** Applies a theme and follows the system; returns a stop function. */
export function applyTheme(theme: Theme): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    document.documentElement.dataset.theme = theme === "system" ? (system.matches ? "dark" : "light") : theme;
  };
  apply();
  if (theme !== "system") return () => {};
  system.addEventListener("change", apply);
  return () => system.removeEventListener("change", apply);
}

/** Applies the theme and density preferences. */
export function ThemeFollower(): null {
  const [{ theme, density }] = usePreferences();
  useEffect(() => applyTheme(theme), [theme]);
  // Before paint, so that nothing jumps.
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  return null;
}
