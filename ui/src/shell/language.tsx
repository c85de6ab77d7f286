import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { toast } from "../components";
import { activate, isSettled, resolveLanguage } from "../i18n";
import { usePreferences } from "../shared/data/preferences";

/** Follows the preferred and the system language. */
export function LanguageFollower() {
  const [{ language }] = usePreferences();
  useEffect(() => {
    const follow = () => {
      const wanted = resolveLanguage(language, navigator.languages);
      if (isSettled(wanted)) return;
      activate(wanted).catch(() => toast({ tone: "error", title: t`Couldn’t load the language; showing English` }));
    };
    follow();
    window.addEventListener("languagechange", follow);
    return () => window.removeEventListener("languagechange", follow);
  }, [language]);
  return null;
}
