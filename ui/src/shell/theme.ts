import type { Theme } from "../host/contract";

/** Gives the page the colours of a theme, now and when the system changes; returns how to stop following it. */
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
