import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Preferences } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import { PROBLEMS } from "../problems";
import { useSaveQueue } from "../unsaved/save-queue";

/** Delay before a change is saved, in milliseconds: the route changes often. */
const DELAY = 400;

/** True if only the place differs, on which nothing that is drawn depends. */
const isSameButPlace = (one: Preferences, other: Preferences) =>
  JSON.stringify({ ...one, place: null }) === JSON.stringify({ ...other, place: null });

/** A function gets the preferences of that time, which may be newer than those rendered. */
type Save = (change: Partial<Preferences> | ((now: Preferences) => Partial<Preferences>)) => void;

const [Provider, useValue] = createRequiredContext<readonly [Preferences, Save]>("Preferences");

export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const saveQueue = useSaveQueue();
  const [preferences, setPreferences] = useState(initial);
  const latest = useRef(initial);
  const sent = useRef(initial);

  const save = useMemo<Save>(() => {
    const send = () => {
      const [before, now] = [sent.current, latest.current];
      if (now === before) return;
      sent.current = now;
      return host.call("preferences_save", now).catch((thrown) => {
        // A route that couldn't be saved isn't worth a message.
        if (isSameButPlace(now, before)) return;
        const { title } = PROBLEMS[problemOf(thrown).code];
        toast({ tone: "error", title: t`This change lasts until Assay closes`, description: i18n._(title) });
      });
    };
    return (change) => {
      const before = sent.current;
      const now = { ...latest.current, ...(typeof change === "function" ? change(latest.current) : change) };
      latest.current = now;
      // Each move changes the place.
      setPreferences((drawn) => (isSameButPlace(drawn, now) ? drawn : now));
      saveQueue.later("preferences", now.zoom !== before.zoom || now.theme !== before.theme ? 0 : DELAY, send);
    };
  }, [host, saveQueue, t, i18n]);

  const context = useMemo(() => [preferences, save] as const, [preferences, save]);
  return <Provider value={context}>{children}</Provider>;
}

/** The preferences, and a function that changes some of them. */
export const usePreferences = useValue;
