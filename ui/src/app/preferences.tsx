import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useHost } from "../host";
import type { Preferences } from "../host/contract";
import { applyTheme } from "./theme";

/** How long the window waits before it keeps a change, in milliseconds: places follow each other quickly. */
const DELAY = 400;

type Save = (change: Partial<Preferences>) => void;

const PreferencesContext = createContext<readonly [Preferences, Save] | null>(null);

/** Holds the preferences and has the core keep them shortly after each change. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const host = useHost();
  const [preferences, setPreferences] = useState(initial);
  const latest = useRef(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => applyTheme(preferences.theme), [preferences.theme]);

  const value = useMemo(() => {
    const keep = () => {
      timer.current = undefined;
      // A place that could not be kept is no loss worth a message; a theme holds until the app closes.
      host.call("preferences_save", latest.current).catch(() => {});
    };
    const save: Save = (change) => {
      latest.current = { ...latest.current, ...change };
      setPreferences(latest.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, DELAY);
    };
    return { save, keep };
  }, [host]);

  useEffect(() => {
    const keepNow = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      value.keep();
    };
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, [value]);

  const context = useMemo(() => [preferences, value.save] as const, [preferences, value]);
  return <PreferencesContext value={context}>{children}</PreferencesContext>;
}

/** The preferences, and how to change some of them. */
export function usePreferences(): readonly [Preferences, Save] {
  const context = useContext(PreferencesContext);
  if (!context) throw new Error("usePreferences needs a PreferencesProvider above");
  return context;
}
