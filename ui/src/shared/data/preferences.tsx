import { useLingui } from "@lingui/react/macro";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { PROBLEMS, toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Preferences } from "../../host/contract";
import { applyTheme } from "../../shell/theme";
import { useSaves } from "../unsaved/save-queue";

/** Delay before a change is saved, in milliseconds: the route changes often. */
const DELAY = 400;

const isSame = (one: Preferences, other: Preferences) => JSON.stringify(one) === JSON.stringify(other);

type Save = (change: Partial<Preferences>) => void;

const PreferencesContext = createContext<readonly [Preferences, Save] | null>(null);

export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const saves = useSaves();
  const [preferences, setPreferences] = useState(initial);
  const latest = useRef(initial);
  const sent = useRef(initial);

  useEffect(() => applyTheme(preferences.theme), [preferences.theme]);
  // Before the picture is drawn, so that nothing jumps.
  useLayoutEffect(() => {
    document.documentElement.dataset.density = preferences.density;
  }, [preferences.density]);

  const save = useMemo<Save>(() => {
    const send = () => {
      const [before, now] = [sent.current, latest.current];
      if (now === before) return;
      sent.current = now;
      return host.call("preferences_save", now).catch((thrown) => {
        // A route that couldn't be saved isn't worth a message.
        if (isSame({ ...now, place: null }, { ...before, place: null })) return;
        const { title } = PROBLEMS[problemOf(thrown).code];
        toast({ tone: "error", title: t`The change holds only until Assay closes`, description: i18n._(title) });
      });
    };
    return (change) => {
      const before = sent.current;
      const now = { ...latest.current, ...change };
      latest.current = now;
      setPreferences(now);
      saves.later("preferences", now.zoom !== before.zoom || now.theme !== before.theme ? 0 : DELAY, send);
    };
  }, [host, saves, t, i18n]);

  const context = useMemo(() => [preferences, save] as const, [preferences, save]);
  return <PreferencesContext value={context}>{children}</PreferencesContext>;
}

/** The preferences, and a function that changes some of them. */
export function usePreferences(): readonly [Preferences, Save] {
  const context = useContext(PreferencesContext);
  if (!context) throw new Error("usePreferences needs a PreferencesProvider above");
  return context;
}
