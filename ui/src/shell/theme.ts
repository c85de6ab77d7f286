import type { Theme } from "../host/contract";

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
