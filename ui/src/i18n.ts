import { i18n } from "@lingui/core";
import { messages } from "./locales/en/messages.po";

/** Loads the texts. English comes with the user's own way to write dates and numbers, such as en-GB. */
export function loadTexts(languages: readonly string[] = navigator.languages): void {
  const locale = languages.find((language) => /^en(-|$)/i.test(language)) ?? "en";
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = locale;
}
